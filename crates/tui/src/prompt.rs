use crate::keys::Key;

/// A line of text being typed, with completion.
#[derive(Debug, Default)]
pub(crate) struct Prompt {
    /// What was typed so far.
    pub text: String,
    /// What it could become, after Tab.
    pub choices: Vec<String>,
}

/// What a key did to the line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// It changed.
    Going,
    /// It is done; the line is empty again.
    Done(String),
    /// The person gave up on it.
    Left,
}

impl Prompt {
    /// The keys of a line in which a turn is typed.
    pub const KEYS: [(&str, &str); 3] =
        [("Enter", "play"), ("Tab", "complete"), ("Esc", "stop typing")];

    /// The line as it is shown, with a few of the choices.
    pub fn shown(&self) -> String {
        let choices: String = self.choices.join(" ").chars().take(60).collect();
        format!("Move: {}_  {choices}", self.text)
    }

    /// Takes a key. `known` lists what could be typed, in the order to offer it.
    pub fn key(&mut self, key: Key, known: impl FnOnce() -> Vec<String>) -> Typed {
        match key {
            Key::Enter => {
                self.choices.clear();
                return Typed::Done(std::mem::take(&mut self.text));
            }
            Key::Escape => return Typed::Left,
            Key::Tab => return self.complete(known()),
            Key::Backspace => {
                self.text.pop();
            }
            Key::Char(c) => self.text.push(c),
            _ => return Typed::Going,
        }
        self.choices.clear();
        Typed::Going
    }

    /// Types as much as all fitting words have in common, and keeps them as choices.
    fn complete(&mut self, known: Vec<String>) -> Typed {
        let typed = self.text.to_lowercase();
        let mut fitting: Vec<String> =
            known.into_iter().filter(|word| word.to_lowercase().starts_with(&typed)).collect();
        let mut seen = std::collections::HashSet::new();
        fitting.retain(|word| seen.insert(word.clone()));
        if let Some((first, others)) = fitting.split_first() {
            let common = others.iter().fold(first.chars().count(), |length, other| {
                let same = first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
                length.min(same)
            });
            if common >= self.text.chars().count() {
                self.text = first.chars().take(common).collect();
            }
        }
        self.choices = fitting;
        Typed::Going
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(prompt: &mut Prompt, text: &str) {
        for c in text.chars() {
            prompt.key(Key::Char(c), Vec::new);
        }
    }

    #[test]
    fn tab_completes_what_all_choices_share_and_lists_them() {
        let known = || ["A2-B3", "A2-C1", "D4"].map(str::to_owned).to_vec();
        let mut prompt = Prompt::default();
        typed(&mut prompt, "a");
        prompt.key(Key::Tab, known);
        assert_eq!(prompt.text, "A2-");
        assert_eq!(prompt.choices, ["A2-B3", "A2-C1"]);
        typed(&mut prompt, "c");
        prompt.key(Key::Tab, known);
        assert_eq!(prompt.text, "A2-C1");
        assert_eq!(prompt.key(Key::Enter, known), Typed::Done("A2-C1".into()));
        assert_eq!(prompt.text, "");
    }

    #[test]
    fn tab_without_a_fitting_word_keeps_the_text() {
        let mut prompt = Prompt::default();
        typed(&mut prompt, "zz");
        prompt.key(Key::Tab, || vec!["A1".into()]);
        assert_eq!(prompt.text, "zz");
        assert!(prompt.choices.is_empty());
    }
}
