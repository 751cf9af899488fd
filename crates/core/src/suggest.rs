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

/// Edits between two words; swapping neighbours is one edit; missing tails count half.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().collect());
    if !a.is_empty() && b.starts_with(&a) {
        return 1;
    }
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
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
