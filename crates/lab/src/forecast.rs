//! How much work is left, by what the finished pieces took.

/// What the pieces of an experiment or a tournament take.
///
/// Every piece belongs to a row and a column (a method and a level, a pairing and nothing else). What it takes is thought to be
/// the factor of its row times the factor of its column, so that a method that is slow on the levels it has met is taken to be
/// slow on the others, and a level that is hard for some methods to be hard for all.
#[derive(Debug, Clone)]
pub(crate) struct Forecast {
    columns: usize,
    places: Vec<Place>,
    /// No piece takes longer.
    most: f64,
}

/// Where a row meets a column.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    /// Pieces that are not done.
    open: u32,
    /// Pieces that are done, and their seconds.
    done: u32,
    seconds: f64,
}

/// Rounds of fitting; after so many nothing moves any more that would be seen.
const ROUNDS: usize = 60;

impl Forecast {
    /// Nothing is known yet of so many rows and columns; no piece takes longer than `most` seconds, where that is known.
    pub fn new(rows: usize, columns: usize, most: Option<f64>) -> Self {
        let places = vec![Place::default(); rows * columns];
        Self { columns, places, most: most.unwrap_or(f64::INFINITY) }
    }

    /// One more piece is to be done there.
    pub fn expect(&mut self, row: usize, column: usize) {
        self.places[row * self.columns + column].open += 1;
    }

    /// A piece that was done in an earlier session.
    pub fn learn(&mut self, row: usize, column: usize, seconds: f64) {
        let place = &mut self.places[row * self.columns + column];
        place.done += 1;
        place.seconds += seconds.max(0.0);
    }

    /// A piece that was to be done is done.
    pub fn finish(&mut self, row: usize, column: usize, seconds: f64) {
        let place = &mut self.places[row * self.columns + column];
        place.open = place.open.saturating_sub(1);
        self.learn(row, column, seconds);
    }

    /// Seconds that all open pieces take one after the other; `None` before anything is known.
    pub fn work(&self) -> Option<f64> {
        let (done, seconds) = self
            .places
            .iter()
            .fold((0, 0.0), |(done, seconds), place| (done + place.done, seconds + place.seconds));
        if done == 0 {
            return None;
        }
        let mean = seconds / f64::from(done);
        let rows = self.places.len() / self.columns.max(1);
        // Factors of rows hold seconds, those of columns are around 1.
        let (mut of_row, mut of_column) = (vec![mean; rows], vec![1.0; self.columns]);
        for _ in 0..ROUNDS {
            of_row = self.fit(
                rows,
                &of_column,
                |index| (index / self.columns, index % self.columns),
                mean,
            );
            of_column = self.fit(
                self.columns,
                &of_row,
                |index| (index % self.columns, index / self.columns),
                1.0,
            );
        }
        let open = self.places.iter().enumerate().filter(|(_, place)| place.open > 0);
        let work = open.map(|(index, place)| {
            let each = match place.done {
                // The same again, but for the repeat.
                1.. => place.seconds / f64::from(place.done),
                0 => of_row[index / self.columns] * of_column[index % self.columns],
            };
            each.min(self.most) * f64::from(place.open)
        });
        Some(work.sum())
    }

    /// The factors of one way, given those of the other; `unknown` where nothing is done.
    fn fit(
        &self,
        count: usize,
        other: &[f64],
        of: impl Fn(usize) -> (usize, usize),
        unknown: f64,
    ) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); count];
        for (index, place) in self.places.iter().enumerate() {
            let (own, others) = of(index);
            sums[own].0 += place.seconds;
            sums[own].1 += f64::from(place.done) * other[others];
        }
        let factor = |(seconds, expected): (f64, f64)| {
            if expected > 0.0 { seconds / expected } else { unknown }
        };
        sums.into_iter().map(factor).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_before_anything_is_done() {
        let mut forecast = Forecast::new(1, 1, None);
        forecast.expect(0, 0);
        assert_eq!(forecast.work(), None);
    }

    #[test]
    fn what_is_left_is_judged_by_its_method_and_its_level() {
        // A method takes 1 s, the other 10 s; levels are 1 to 4 times as hard. The quick one is done, the slow one began.
        let mut forecast = Forecast::new(2, 4, Some(60.0));
        for level in 0..4 {
            for method in 0..2 {
                forecast.expect(method, level);
            }
        }
        for level in 0..4 {
            forecast.finish(0, level, (level + 1) as f64);
        }
        forecast.finish(1, 0, 10.0);
        let work = forecast.work().unwrap();
        assert!((work - 90.0).abs() < 1.0, "20 + 30 + 40 s are left, not {work}");
        // By the count it would have been three eighths of the work again: 12 s.
    }

    #[test]
    fn no_piece_takes_longer_than_its_limit_and_a_repeat_takes_what_the_first_took() {
        let mut forecast = Forecast::new(2, 2, Some(15.0));
        forecast.learn(0, 0, 1.0);
        forecast.learn(0, 1, 12.0);
        forecast.learn(1, 0, 14.0);
        forecast.expect(1, 1);
        assert_eq!(forecast.work(), Some(15.0));
        let mut forecast = Forecast::new(1, 2, None);
        forecast.learn(0, 0, 3.0);
        forecast.expect(0, 0);
        forecast.expect(0, 0);
        assert_eq!(forecast.work(), Some(6.0));
        forecast.finish(0, 0, 3.0);
        forecast.finish(0, 0, 3.0);
        assert_eq!(forecast.work(), Some(0.0));
    }
}
