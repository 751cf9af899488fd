use super::boxes::Boxes;

/// No configuration: an empty place of the table.
const EMPTY: u32 = u32::MAX;

/// A set of box configurations, numbered in the order in which they came. Those around one position of a
/// solution lie side by side, so that a search meets them in the cache.
#[derive(Debug)]
pub(super) struct Configurations<const N: usize> {
    all: Vec<Boxes<N>>,
    /// Open addressing; a power of two, at most half full.
    table: Vec<u32>,
}

impl<const N: usize> Configurations<N> {
    /// An empty set.
    pub fn new() -> Self {
        Self { all: Vec::new(), table: vec![EMPTY; 1 << 10] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The configuration of a number.
    #[inline]
    pub fn get(&self, number: u32) -> &Boxes<N> {
        &self.all[number as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Boxes<N>>() + self.table.len() * size_of::<u32>()
    }

    /// The place of a configuration in the table: where it is, or where it would be.
    #[inline]
    fn place(&self, boxes: &Boxes<N>) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (boxes.hash() >> 16) as usize & mask;
        loop {
            let number = self.table[place];
            if number == EMPTY || self.all[number as usize] == *boxes {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    /// The number of a configuration, if it is in the set.
    #[inline]
    pub fn find(&self, boxes: &Boxes<N>) -> Option<u32> {
        Some(self.table[self.place(boxes)]).filter(|&number| number != EMPTY)
    }

    /// Puts a configuration in where it is new; gives its number.
    pub fn add(&mut self, boxes: Boxes<N>) -> u32 {
        let place = self.place(&boxes);
        if self.table[place] != EMPTY {
            return self.table[place];
        }
        let number = self.all.len() as u32;
        self.table[place] = number;
        self.all.push(boxes);
        if self.all.len() * 2 > self.table.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        self.table = vec![EMPTY; self.table.len() * 2];
        for (number, boxes) in self.all.iter().enumerate() {
            let place = self.place(boxes);
            self.table[place] = number as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_keep_their_numbers_while_the_set_grows() {
        let mut set = Configurations::<2>::new();
        let boxes = |n: u64| Boxes([n * 7, n % 13]);
        for n in 0..5000 {
            assert_eq!(set.add(boxes(n)), n as u32);
        }
        for n in 0..5000 {
            assert_eq!(set.add(boxes(n)), n as u32);
            assert_eq!(set.find(&boxes(n)), Some(n as u32));
            assert_eq!(*set.get(n as u32), boxes(n));
        }
        assert_eq!(set.find(&Boxes([3, 3])), None);
        assert_eq!(set.len(), 5000);
    }
}
