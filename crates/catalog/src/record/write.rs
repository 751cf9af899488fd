//! Records as text.

use std::fmt::{self, Write as _};

use plyground_core::text;

use super::{Record, ends_word, parse_result, result_text, split_mark, without_numbers};
use crate::tree::{Assessment, Node, NodeId, Tree};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = |name: &str, value: &str| {
            writeln!(f, "[{name} {}]", text::quote(&text::one_line(value)))
        };
        header("World", &self.world)?;
        let mut variant = Vec::new();
        for (name, value) in self.options.iter() {
            match name {
                "setup" => header("Setup", value)?,
                "size" => header("Size", value)?,
                "position" => header("Position", value)?,
                _ => variant.push(format!("{name}={value}")),
            }
        }
        if !variant.is_empty() {
            header("Options", &variant.join(" "))?;
        }
        for (name, player) in ["First", "Second"].into_iter().zip(&self.players) {
            if !player.is_empty() {
                header(name, player)?;
            }
        }
        header("Result", &result_text(self.result))?;
        for (name, value) in &self.headers {
            header(name, value)?;
        }
        let offset = usize::from(self.second_begins);
        let mut turns = Turns { tree: &self.tree, offset, level: 0, fresh: true, f };
        turns.write()?;
        writeln!(f, "\n{}", result_text(self.result))
    }
}

/// What is still to be written, the next one last.
enum Task {
    /// The main turn from a node and what follows it.
    On(NodeId, usize),
    /// A variation that begins with this turn.
    Variation(NodeId, usize),
    /// The end of a variation.
    Close,
}

struct Turns<'a, 'b> {
    tree: &'a Tree,
    /// 1 where the second side begins.
    offset: usize,
    /// How deep the variation is.
    level: usize,
    /// Whether the next turn needs its number, whoever plays it.
    fresh: bool,
    f: &'a mut fmt::Formatter<'b>,
}

impl Turns<'_, '_> {
    fn write(&mut self) -> fmt::Result {
        let root = &self.tree[NodeId::ROOT];
        if has_remarks(root) {
            self.f.write_char('\n')?;
            self.remarks(root)?;
        }
        let mut tasks = vec![Task::On(NodeId::ROOT, 0)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::On(node, depth) => {
                    let children = self.tree[node].children();
                    let Some((&main, others)) = children.split_first() else { continue };
                    self.turn(main, depth, false)?;
                    tasks.push(Task::On(main, depth + 1));
                    tasks.extend(others.iter().rev().map(|&other| Task::Variation(other, depth)));
                }
                Task::Variation(node, depth) => {
                    self.level += 1;
                    self.new_line()?;
                    self.f.write_char('(')?;
                    self.fresh = true;
                    self.turn(node, depth, true)?;
                    tasks.push(Task::Close);
                    tasks.push(Task::On(node, depth + 1));
                }
                Task::Close => {
                    self.f.write_char(')')?;
                    self.level -= 1;
                    self.fresh = true;
                }
            }
        }
        Ok(())
    }

    fn new_line(&mut self) -> fmt::Result {
        // Beyond that, a deep tree would be mostly blanks.
        write!(self.f, "\n{:1$}", "", 2 * self.level.min(10))
    }

    /// A turn with its number, its mark and what is said about it; right behind a parenthesis, or apart from
    /// what was written before.
    fn turn(&mut self, id: NodeId, depth: usize, opens: bool) -> fmt::Result {
        let place = depth + self.offset;
        let (number, second) = (place / 2 + 1, place % 2 == 1);
        if !opens {
            if self.fresh || (self.level == 0 && !second) {
                self.new_line()?;
            } else {
                self.f.write_char(' ')?;
            }
        }
        if !second {
            write!(self.f, "{number}. ")?;
        } else if self.fresh || opens {
            write!(self.f, "{number}... ")?;
        }
        self.fresh = false;
        let node = &self.tree[id];
        self.f.write_str(&word(&node.turn))?;
        if let Some(mark) = node.mark {
            self.f.write_str(mark.glyph())?;
        }
        if has_remarks(node) {
            self.f.write_char(' ')?;
            self.remarks(node)?;
        }
        Ok(())
    }

    fn remarks(&mut self, node: &Node) -> fmt::Result {
        let time = node.seconds.map(|seconds| format!("{{{seconds:.2}s}}"));
        let value = node.assessment.as_ref().map(|value| format!("{{{}}}", assessment(value)));
        let comment =
            (!node.comment.trim().is_empty()).then(|| format!("{{{}}}", comment(&node.comment)));
        let remarks: Vec<String> = [time, value, comment].into_iter().flatten().collect();
        self.f.write_str(&remarks.join(" "))
    }
}

fn has_remarks(node: &Node) -> bool {
    node.seconds.is_some() || node.assessment.is_some() || !node.comment.trim().is_empty()
}

/// A turn as one word; in quotes where it would be read as something else.
fn word(turn: &str) -> String {
    let plain = !turn.is_empty()
        && !turn.contains(|c: char| ends_word(c) || c.is_control())
        && !turn.starts_with(['"', ';', '['])
        && without_numbers(turn).0 == turn
        && split_mark(turn).1.is_empty()
        && parse_result(turn).is_none();
    if plain { turn.to_owned() } else { text::quote(&text::one_line(turn)) }
}

fn assessment(value: &Assessment) -> String {
    let mut text = format!("eval {:+}", value.score);
    if let Some(proof) = value.proof {
        text += &format!(" {proof}");
    }
    if !value.best.is_empty() {
        text += &format!(" best {}", comment(&text::one_line(&value.best)));
    }
    text
}

/// A comment with what would end it, and what would make it something else, behind backslashes.
fn comment(text: &str) -> String {
    let mut written = String::new();
    for (place, c) in text.trim().chars().enumerate() {
        match c {
            '\n' => written.push_str("\\n"),
            '{' | '}' | '\\' => written.extend(['\\', c]),
            // What begins like a time or a value is neither.
            'e' | '.' | '+' | '-' | '0'..='9' if place == 0 => written.extend(['\\', c]),
            c if c.is_control() => written.push(' '),
            c => written.push(c),
        }
    }
    written
}
