/// Names a text by its content: 128 bits as hexadecimal digits, the same in every version and on every machine.
/// Line ends and blank space at the end do not count.
pub fn fingerprint(text: &str) -> String {
    // FNV-1a, twice with different starts.
    let hash = |start: u64| {
        text.trim_end()
            .bytes()
            .filter(|&byte| byte != b'\r')
            .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x9e37_79b9_7f4a_7c15))
}

/// Mixes numbers into one whose bits are all well spread: a key of a position, as [`Game::key`](crate::Game::key)
/// wants it. The same numbers always give the same key.
pub fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x9e37_79b9_7f4a_7c15, |key, &number| {
        let mut bits = (key ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn a_fingerprint_is_the_same_for_ever_and_ignores_line_ends() {
        assert_eq!(fingerprint("###\n#@#\n"), fingerprint("###\r\n#@#\r\n\r\n"));
        assert_ne!(fingerprint("###\n#@#"), fingerprint("###\n@##"));
        assert_eq!(fingerprint("a").len(), 32);
        assert_eq!(&fingerprint("a")[..16], "af63dc4c8601ec8c");
    }
}
