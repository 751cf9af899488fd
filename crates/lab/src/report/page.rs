use std::fmt::Write as _;

use plyground_core::scene::svg;

use super::{Environment, Plot, escape};
use crate::units;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// A page that needs nothing else: style, script and pictures are inside. The same parts give the same page.
pub(crate) struct Page {
    out: String,
}

impl Page {
    /// An empty page.
    pub fn new(title: &str, heading: &str) -> Self {
        let (light, dark) = svg::css();
        let (title, heading) = (escape(title), escape(heading));
        let out = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><title>{title}</title><link rel=\"icon\" href=\"data:,\">\
             <style>:root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{STYLE}</style>\
             </head><body><main><h1>{heading}</h1>"
        );
        Self { out }
    }

    /// A part with a heading.
    pub fn section(&mut self, heading: &str, inside: &str) {
        let _ = write!(self.out, "<section><h2>{}</h2>{inside}</section>", escape(heading));
    }

    /// Sentences.
    pub fn sentences(&mut self, heading: &str, sentences: &[String]) {
        let list: String =
            sentences.iter().map(|sentence| format!("<li>{}</li>", escape(sentence))).collect();
        self.section(heading, &format!("<ul>{list}</ul>"));
    }

    /// Pictures; they bring their titles.
    pub fn figures(&mut self, plots: &[Plot]) {
        for plot in plots {
            let _ = write!(
                self.out,
                "<figure class=\"{}\"><div class=\"wide\" tabindex=\"0\">{}</div></figure>",
                plot.name, plot.svg
            );
        }
    }

    /// Boards beside each other.
    pub fn boards(&mut self, heading: &str, words: &str, boards: &str) {
        let inside = format!("<p>{}</p><div class=\"boards\">{boards}</div>", escape(words));
        self.section(heading, &inside);
    }

    /// What the figures were made with; the end of the page.
    pub fn finish(mut self, environment: &Environment) -> String {
        let row = |(name, value): &(String, String)| {
            format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape(name), escape(value))
        };
        let rows: String = environment.0.iter().map(row).collect();
        self.section(
            "Environment",
            &format!("<div class=\"wide card\"><table>{rows}</table></div>"),
        );
        let _ = write!(self.out, "</main><script>{SCRIPT}</script></body></html>");
        self.out
    }
}

/// A table that is sorted by a click on its head. The first `words` columns hold words, the others numbers.
pub(crate) fn table<H: AsRef<str>>(head: &[H], body: &[Vec<String>], words: usize) -> String {
    let class = |column: usize| if column < words { "" } else { " class=\"number\"" };
    let mut text =
        String::from("<div class=\"wide card\" tabindex=\"0\"><table class=\"sorted\"><thead><tr>");
    for (column, word) in head.iter().enumerate() {
        let _ = write!(
            text,
            "<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
            class(column),
            escape(word.as_ref())
        );
    }
    text.push_str("</tr></thead><tbody>");
    for row in body {
        text.push_str("<tr>");
        for (column, field) in row.iter().enumerate() {
            // What the words mean as a number, so that a column with units is sorted by what it measures.
            let number = (column >= words).then(|| units::read(field)).flatten();
            let number = number.map_or_else(String::new, |n| format!(" data-number=\"{n}\""));
            let _ = write!(text, "<td{}{number}>{}</td>", class(column), escape(field));
        }
        text.push_str("</tr>");
    }
    text.push_str("</tbody></table></div>");
    text
}
