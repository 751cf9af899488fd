//! Levels as JSON, for programs: `{"title": …, "levels": [{"title": …, "rows": ["#####", …], "solution": …}]}`.

use plyground_core::text::abridged;
use plyground_core::{CollectionInfo, ParseError};
use serde::{Deserialize, Serialize};

use super::{lurd, rows};
use crate::{Grid, Level};

#[derive(Serialize, Deserialize)]
struct File {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    introduction: Vec<String>,
    levels: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
    rows: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
}

/// Whether a text looks like such a file.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"levels\"")
}

pub(super) fn parse(text: &str, each: &mut dyn FnMut(Level)) -> Result<CollectionInfo, ParseError> {
    let file: File = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = abridged(&error.to_string());
        let message = message.split(" at line ").next().unwrap_or_default();
        ParseError::new(line, column, format!("{message}; expected levels with rows"))
    })?;
    let info =
        CollectionInfo { title: file.title, author: file.author, introduction: file.introduction };
    for (index, entry) in file.levels.into_iter().enumerate() {
        let refuse =
            |message: String| ParseError::new(0, 0, format!("level {}: {message}", index + 1));
        let grid = Grid::from_text(&entry.rows.join("\n")).map_err(|error| {
            let place = error.place.map_or_else(String::new, |(row, column)| {
                format!("row {}, column {}: ", row + 1, column + 1)
            });
            refuse(format!("{place}{}", error.message))
        })?;
        let solution = match entry.solution.as_deref().map(lurd::expand) {
            None => None,
            Some(Ok(solution)) => Some(solution),
            Some(Err(error)) => return Err(refuse(format!("its solution: {error}"))),
        };
        let author = if entry.author.is_empty() { info.author.clone() } else { entry.author };
        let (title, comments) = (entry.title, entry.comments);
        each(Level { title, author, comments, solution, grid });
    }
    Ok(info)
}

pub(super) fn print(info: &CollectionInfo, levels: &[Level]) -> String {
    let entry = |level: &Level| Entry {
        title: level.title.clone(),
        author: level.author.clone(),
        rows: rows::write_plain(&level.grid).lines().map(str::to_owned).collect(),
        solution: level.solution.clone(),
        comments: level.comments.clone(),
    };
    let file = File {
        title: info.title.clone(),
        author: info.author.clone(),
        introduction: info.introduction.clone(),
        levels: levels.iter().map(entry).collect(),
    };
    // Strings and lists of them can always be written.
    serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
}
