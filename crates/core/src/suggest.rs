/// The known word nearest to an unknown one, if any is near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(d, candidate)| d <= 1 + candidate.chars().count().max(word.chars().count()) / 3)
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// Letters of a word that are compared; nobody mistypes more.
const LETTERS: usize = 64;

/// Edits between two words; swapping neighbours is one edit, and so is a missing tail.
fn distance(word: &str, known: &str) -> usize {
    if !word.is_empty() && known.starts_with(word) {
        return 1;
    }
    let word: String = word.chars().take(LETTERS).collect();
    strsim::osa_distance(&word, known)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_typing_error_finds_its_word() {
        let known = ["bfs", "astar", "idastar", "beam"];
        assert_eq!(nearest("atsar", known), Some("astar"));
        assert_eq!(nearest("BEAN", known), Some("beam"));
        assert_eq!(nearest("ida", known), Some("idastar"));
        assert_eq!(nearest("hexagonal", known), None);
    }
}
