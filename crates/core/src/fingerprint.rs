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
