/// A value of a few bytes, all of which count: what packs itself.
///
/// A puzzle whose states are plain writes [`pack_plain!`](crate::pack_plain) in place of the three methods
/// that pack them.
pub trait Plain: Sized {
    /// Its bytes.
    const LEN: usize;
    /// Writes it into exactly [`LEN`](Plain::LEN) bytes.
    fn write(&self, out: &mut [u8]);
    /// Reads what [`write`](Plain::write) wrote.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! plain_numbers {
    ($($number:ty)*) => {$(
        impl Plain for $number {
            const LEN: usize = size_of::<$number>();
            fn write(&self, out: &mut [u8]) {
                out.copy_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$number>()];
                own.copy_from_slice(bytes);
                Self::from_le_bytes(own)
            }
        }
    )*};
}

plain_numbers!(u8 i8 u16 i16 u32 i32 u64 i64 u128);

impl Plain for bool {
    const LEN: usize = 1;
    fn write(&self, out: &mut [u8]) {
        out[0] = u8::from(*self);
    }
    fn read(bytes: &[u8]) -> Self {
        bytes[0] != 0
    }
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    const LEN: usize = N * T::LEN;
    fn write(&self, out: &mut [u8]) {
        for (value, out) in self.iter().zip(out.chunks_exact_mut(T::LEN)) {
            value.write(out);
        }
    }
    fn read(bytes: &[u8]) -> Self {
        std::array::from_fn(|index| T::read(&bytes[index * T::LEN..][..T::LEN]))
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    const LEN: usize = A::LEN + B::LEN;
    fn write(&self, out: &mut [u8]) {
        let (first, second) = out.split_at_mut(A::LEN);
        self.0.write(first);
        self.1.write(second);
    }
    fn read(bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(A::LEN);
        (A::read(first), B::read(second))
    }
}

/// Inside an `impl Puzzle`: packs states that are [`Plain`] as the bytes they are.
///
/// ```
/// use plyground_core::{Puzzle, pack_plain};
///
/// /// Walk from 0 to 9.
/// struct Walk;
///
/// impl Puzzle for Walk {
///     type State = u8;
///     type Move = i8;
///     pack_plain!();
///     fn start(&self) -> u8 {
///         0
///     }
///     fn moves(&self, &at: &u8, out: &mut Vec<i8>) {
///         out.extend([-1, 1].iter().filter(|&&step| at.checked_add_signed(step).is_some()));
///     }
///     fn play(&self, at: &u8, step: i8) -> u8 {
///         at.wrapping_add_signed(step)
///     }
///     fn is_solved(&self, &at: &u8) -> bool {
///         at == 9
///     }
///     fn step_text(&self, _: &u8, step: i8) -> String {
///         if step > 0 { ">" } else { "<" }.to_owned()
///     }
/// }
/// assert_eq!(Walk.packed_len(), 1);
/// ```
#[macro_export]
macro_rules! pack_plain {
    () => {
        fn packed_len(&self) -> usize {
            <Self::State as $crate::Plain>::LEN
        }
        fn pack(&self, state: &Self::State, out: &mut [u8]) {
            $crate::Plain::write(state, out);
        }
        fn unpack(&self, bytes: &[u8]) -> Self::State {
            $crate::Plain::read(bytes)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let value = ([7u16, 65_535], (true, -3i32));
        let mut bytes = vec![0; <([u16; 2], (bool, i32))>::LEN];
        value.write(&mut bytes);
        assert_eq!(bytes.len(), 9);
        assert_eq!(<([u16; 2], (bool, i32))>::read(&bytes), value);
    }
}
