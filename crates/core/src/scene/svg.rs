//! Draws a scene as SVG: the one look of the page, the reports, the pictures and the animations.
//!
//! Every piece is a group with `data-id` (its stable id) and a `transform`, so that a page can move it
//! from one position to the next; every cell has `data-cell`.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::glyphs::word;
use super::{Cell, Grid, Ground, Link, Mark, MarkKind, Piece, Scene, Shape, Tone};
use crate::text::visible;

/// SVG units in one cell.
pub const UNIT: f32 = 100.0;
/// How far a cell reaches below the one that is drawn after it, so that no seam shows between them, also where a cell is
/// few pixels wide.
const OVERLAP: f32 = 3.0;

/// Where colours come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Colours for a light background.
    #[default]
    Light,
    /// Colours for a dark background.
    Dark,
    /// CSS variables (`--pg-wood`, …) that a page sets for both; see [`css`].
    Css,
}

/// One colour of the palette.
struct Colour {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
    css: &'static str,
}

macro_rules! palette {
    ($($name:literal $light:literal $dark:literal,)*) => {
        &[$(Colour {
            name: $name,
            light: $light,
            dark: $dark,
            css: concat!("var(--pg-", $name, ")"),
        }),*]
    };
}

/// The palette: name, on light, on dark.
const PALETTE: &[Colour] = palette![
    "paper" "#f7f4ee" "#16181d",
    "ink" "#2c2f36" "#e7e4dc",
    "faint" "#8b8b8b" "#8f939c",
    "wall" "#656b7a" "#4a5160",
    "wall-top" "#7b8292" "#5d6576",
    "floor" "#ebe5d8" "#262a33",
    "shade" "#ddd5c4" "#2e333d",
    "goal" "#1f8a7d" "#4cc2b2",
    "dent" "#cdb894" "#2a2e37",
    "board" "#e3d2b2" "#373c47",
    "black" "#25272d" "#07080a",
    "white" "#fbfaf6" "#f3f1ea",
    "grey" "#9aa0ab" "#8a909c",
    "wood" "#c48a45" "#b67d3a",
    "wood-dark" "#855620" "#6d4518",
    "gold" "#e3b53a" "#e0b43c",
    "red" "#d1495b" "#e2606f",
    "green" "#3f9b5c" "#55b673",
    "blue" "#2f6db5" "#5b97dd",
    "purple" "#7d55a8" "#a683cf",
    "orange" "#e07b2a" "#ef9346",
    "teal" "#1f8a92" "#48b5bd",
    "last" "#e9c46a" "#8a7430",
    "hint" "#2f6db5" "#6ea8ec",
];

/// The palette as CSS variables, for a page that renders with [`Theme::Css`]: `(light, dark)`.
pub fn css() -> (String, String) {
    let (mut light, mut dark) = (String::new(), String::new());
    for colour in PALETTE {
        let _ = write!(light, "--pg-{}:{};", colour.name, colour.light);
        let _ = write!(dark, "--pg-{}:{};", colour.name, colour.dark);
    }
    (light, dark)
}

/// The parts of a drawing that change from move to move, bottom first, each the inside of a group of that class.
/// A page that has drawn the board and its coordinates needs only these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Layers {
    /// Marked cells.
    pub marks: String,
    /// Bonds.
    pub links: String,
    /// Pieces.
    pub pieces: String,
    /// Arrows.
    pub arrows: String,
}

/// Draws a scene as a whole SVG document.
pub fn render(scene: &Scene, theme: Theme) -> String {
    let layers = layers(scene, theme);
    let (board, labels) = still_layers(scene, theme);
    let (width, height) = (scene.width * UNIT, scene.height * UNIT);
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" role="img" aria-label="{}">"#,
        escape(&scene.caption),
    );
    for (class, inside) in [
        ("board", board),
        ("marks", layers.marks),
        ("links", layers.links),
        ("pieces", layers.pieces),
        ("labels", labels),
        ("arrows", layers.arrows),
    ] {
        let _ = write!(out, r#"<g class="{class}">{inside}</g>"#);
    }
    out.push_str("</svg>");
    out
}

/// The cells and the coordinates, which stay the same from move to move.
pub(super) fn still_layers(scene: &Scene, theme: Theme) -> (String, String) {
    let grounds = scene.cells.iter().map(|cell| (place(cell), cell.ground)).collect();
    let mut painter = Painter { out: String::new(), theme, grounds };
    painter.board(scene);
    let board = std::mem::take(&mut painter.out);
    let colour = painter.colour("faint");
    for label in &scene.labels {
        word(&mut painter.out, &label.text, label.x * UNIT, label.y * UNIT, 26.0, colour);
    }
    (board, painter.out)
}

/// Draws what changes from move to move.
pub fn layers(scene: &Scene, theme: Theme) -> Layers {
    let mut painter = Painter { out: String::new(), theme, grounds: HashMap::new() };
    let mut layer = |draw: &dyn Fn(&mut Painter)| {
        draw(&mut painter);
        std::mem::take(&mut painter.out)
    };
    Layers {
        marks: layer(&|painter| {
            for mark in scene.marks.iter().filter(|mark| mark.to.is_none()) {
                painter.cell_mark(scene, mark);
            }
        }),
        links: layer(&|painter| {
            for link in &scene.links {
                painter.link(scene, link);
            }
        }),
        pieces: layer(&|painter| {
            for piece in &scene.pieces {
                painter.piece(piece);
            }
        }),
        arrows: layer(&|painter| {
            for mark in scene.marks.iter().filter(|mark| mark.to.is_some()) {
                painter.arrow(scene, mark);
            }
        }),
    }
}

/// The colour of words of a theme.
pub fn ink(theme: Theme) -> &'static str {
    painter(theme).colour("ink")
}

/// The background colour of a theme, for renderers that need one behind the picture.
pub fn background(theme: Theme) -> &'static str {
    painter(theme).colour("paper")
}

fn painter(theme: Theme) -> Painter {
    Painter { out: String::new(), theme, grounds: HashMap::new() }
}

/// The colour of a tone.
pub(super) fn tone_colour(tone: Tone, theme: Theme) -> &'static str {
    painter(theme).tone(tone)
}

/// The colour of a ground; of a goal, that of its mark.
pub(super) fn ground_colour(ground: Ground, theme: Theme) -> &'static str {
    painter(theme).colour(match ground {
        Ground::Void => "none",
        Ground::Wall => "wall",
        Ground::Floor => "floor",
        Ground::Goal => "goal",
        Ground::Dent => "dent",
        Ground::Shade => "shade",
    })
}

fn escape(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

struct Painter {
    out: String,
    theme: Theme,
    /// What the cells are made of, by whole column and row.
    grounds: HashMap<(i32, i32), Ground>,
}

fn place(cell: &Cell) -> (i32, i32) {
    (cell.x.floor() as i32, cell.y.floor() as i32)
}

impl Painter {
    fn colour(&self, name: &str) -> &'static str {
        let Some(colour) = PALETTE.iter().find(|colour| colour.name == name) else {
            return "none";
        };
        match self.theme {
            Theme::Light => colour.light,
            Theme::Dark => colour.dark,
            Theme::Css => colour.css,
        }
    }

    fn tone(&self, tone: Tone) -> &'static str {
        self.colour(match tone {
            Tone::Black => "black",
            Tone::White => "white",
            Tone::Grey => "grey",
            Tone::Wood => "wood",
            Tone::Gold => "gold",
            Tone::Red => "red",
            Tone::Green => "green",
            Tone::Blue => "blue",
            Tone::Purple => "purple",
            Tone::Orange => "orange",
            Tone::Teal => "teal",
        })
    }

    /// The colour in which a letter on that tone is readable.
    fn on(tone: Tone) -> &'static str {
        match tone {
            Tone::White | Tone::Gold => "#2c2f36",
            _ => "#ffffff",
        }
    }

    fn board(&mut self, scene: &Scene) {
        match scene.grid {
            Grid::Hex => self.hex_rim(scene),
            _ if scene.cells.iter().any(|cell| cell.ground == Ground::Dent) => self.rim(scene),
            _ => {}
        }
        for (index, cell) in scene.cells.iter().enumerate() {
            self.cell(index, cell);
        }
    }

    /// One board of wood below the dents of a rectangle.
    fn rim(&mut self, scene: &Scene) {
        let dents = || scene.cells.iter().filter(|cell| cell.ground == Ground::Dent);
        let left = dents().map(|cell| cell.x).fold(f32::MAX, f32::min) - 0.5;
        let top = dents().map(|cell| cell.y).fold(f32::MAX, f32::min) - 0.5;
        let right = dents().map(|cell| cell.x).fold(f32::MIN, f32::max) + 0.5;
        let bottom = dents().map(|cell| cell.y).fold(f32::MIN, f32::max) + 0.5;
        let _ = write!(
            self.out,
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="30" fill="{}"/>"#,
            left * UNIT,
            top * UNIT,
            (right - left) * UNIT,
            (bottom - top) * UNIT,
            self.colour("board"),
        );
    }

    /// One large hexagon of wood below the dents, through the outermost cells.
    fn hex_rim(&mut self, scene: &Scene) {
        let bounds = |value: fn(&Cell) -> f32| {
            let values = scene.cells.iter().map(value);
            (values.clone().fold(f32::MAX, f32::min), values.fold(f32::MIN, f32::max))
        };
        let ((left, right), (top, bottom)) = (bounds(|cell| cell.x), bounds(|cell| cell.y));
        let (cx, cy) = ((left + right) / 2.0, (top + bottom) / 2.0);
        // So close to the outermost cells that coordinates beside them lie outside of it.
        let radius = (right - left) / 2.0 + 0.55;
        let points: Vec<String> = (0..6u8)
            .map(|i| {
                let angle = f32::from(i) * std::f32::consts::FRAC_PI_3;
                let (x, y) = (cx + radius * angle.cos(), cy + radius * angle.sin());
                format!("{:.1},{:.1}", x * UNIT, y * UNIT)
            })
            .collect();
        let colour = self.colour("board");
        let _ = write!(
            self.out,
            r#"<polygon points="{}" fill="{colour}" stroke="{colour}" stroke-width="24" stroke-linejoin="round"/>"#,
            points.join(" "),
        );
    }

    fn cell(&mut self, index: usize, cell: &Cell) {
        let (x, y) = (cell.x * UNIT, cell.y * UNIT);
        let _ = write!(self.out, r#"<g data-cell="{index}" data-name="{}">"#, escape(&cell.name));
        match cell.ground {
            Ground::Void => self.square(x, y, 50.0, 0.0, "none"),
            Ground::Wall => self.wall(cell),
            Ground::Floor => self.square(x, y, 50.0, 0.0, self.colour("floor")),
            Ground::Shade => self.square(x, y, 50.0, 0.0, self.colour("shade")),
            Ground::Goal => {
                self.square(x, y, 50.0, 0.0, self.colour("floor"));
                let goal = self.colour("goal");
                let _ = write!(
                    self.out,
                    r#"<circle cx="{x:.0}" cy="{y:.0}" r="19" fill="none" stroke="{goal}" stroke-width="7"/><circle cx="{x:.0}" cy="{y:.0}" r="6" fill="{goal}"/>"#
                );
            }
            Ground::Dent => {
                let colour = self.colour("dent");
                let _ = write!(
                    self.out,
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="40" fill="{colour}"/><path d="M{:.1} {:.1}a40 40 0 0 1 68 -21" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="6" stroke-linecap="round"/>"##,
                    x - 36.0,
                    y + 2.0,
                );
            }
        }
        self.out.push_str("</g>");
    }

    fn square(&mut self, x: f32, y: f32, half: f32, radius: f32, fill: &str) {
        let side = half * 2.0 + if half >= 50.0 { OVERLAP } else { 0.0 };
        let _ = write!(
            self.out,
            r#"<rect x="{:.1}" y="{:.1}" width="{side:.1}" height="{side:.1}" rx="{radius:.0}" fill="{fill}"/>"#,
            x - half,
            y - half,
        );
        if fill == "none" {
            let end = self.out.len() - 2;
            self.out.insert_str(end, r#" pointer-events="all""#);
        }
    }

    /// A wall block: rounded where no wall is beside it, with a lit upper edge.
    fn wall(&mut self, cell: &Cell) {
        let (column, row) = place(cell);
        let ground = |dx, dy| self.grounds.get(&(column + dx, row + dy)).copied();
        let wall_at = |dx, dy| ground(dx, dy) == Some(Ground::Wall);
        let floor_at = |dx, dy| matches!(ground(dx, dy), Some(Ground::Floor | Ground::Goal));
        let (up, down, left, right) =
            (wall_at(0, -1), wall_at(0, 1), wall_at(-1, 0), wall_at(1, 0));
        let corner = |a: bool, b: bool| if a || b { 0.0 } else { 22.0 };
        let (tl, tr, br, bl) =
            (corner(up, left), corner(up, right), corner(down, right), corner(down, left));
        let (x, y) = (cell.x * UNIT - 50.0, cell.y * UNIT - 50.0);
        let (wall, top) = (self.colour("wall"), self.colour("wall-top"));
        // Inside a room, floor shows behind a rounded corner.
        let mut corners = vec![(-1, -1), (1, -1), (1, 1), (-1, 1)];
        corners.retain(|&(dx, dy)| floor_at(dx, 0) && floor_at(0, dy));
        for (dx, dy) in corners {
            let [x, y] =
                [(cell.x, dx), (cell.y, dy)].map(|(at, way)| at * UNIT + way as f32 * 39.0);
            self.square(x, y, 11.0, 0.0, self.colour("floor"));
        }
        let width = UNIT + if right { OVERLAP } else { 0.0 };
        let height = UNIT + if down { OVERLAP } else { 0.0 };
        let _ = write!(
            self.out,
            r#"<path d="M{:.1} {y:.1}H{:.1}a{tr} {tr} 0 0 1 {tr} {tr}V{:.1}a{br} {br} 0 0 1 -{br} {br}H{:.1}a{bl} {bl} 0 0 1 -{bl} -{bl}V{:.1}a{tl} {tl} 0 0 1 {tl} -{tl}z" fill="{wall}"/>"#,
            x + tl,
            x + width - tr,
            y + height - br,
            x + bl,
            y + tl,
        );
        if !up {
            let _ = write!(
                self.out,
                r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="12" rx="6" fill="{top}"/>"#,
                x + if left { 0.0 } else { 10.0 },
                y + 5.0,
                width - if left { 0.0 } else { 10.0 } - if right { 0.0 } else { 10.0 },
            );
        }
    }

    fn cell_mark(&mut self, scene: &Scene, mark: &Mark) {
        let Some(cell) = scene.cells.get(mark.cell) else { return };
        let (x, y) = (cell.x * UNIT, cell.y * UNIT);
        let round = scene.grid == Grid::Hex;
        match mark.kind {
            MarkKind::Last => {
                let colour = self.colour("last");
                if round {
                    let _ = write!(
                        self.out,
                        r#"<circle class="mark last" cx="{x:.1}" cy="{y:.1}" r="46" fill="{colour}" fill-opacity=".9"/>"#
                    );
                } else {
                    let _ = write!(
                        self.out,
                        r#"<rect class="mark last" x="{:.1}" y="{:.1}" width="92" height="92" rx="10" fill="{colour}" fill-opacity=".45"/>"#,
                        x - 46.0,
                        y - 46.0,
                    );
                }
            }
            MarkKind::Target => {
                let colour = self.colour("hint");
                let _ = write!(
                    self.out,
                    r#"<circle class="mark target" cx="{x:.1}" cy="{y:.1}" r="13" fill="{colour}" fill-opacity=".75"/>"#
                );
            }
            MarkKind::Hint | MarkKind::Warning => {
                let (name, colour) = if mark.kind == MarkKind::Hint {
                    ("hint", self.colour("hint"))
                } else {
                    ("warning", self.colour("red"))
                };
                let _ = write!(
                    self.out,
                    r#"<rect class="mark {name}" x="{:.1}" y="{:.1}" width="88" height="88" rx="{}" fill="none" stroke="{colour}" stroke-width="9"{}/>"#,
                    x - 44.0,
                    y - 44.0,
                    if round { 44 } else { 12 },
                    if mark.kind == MarkKind::Warning {
                        r#" stroke-dasharray="16 10""#
                    } else {
                        ""
                    },
                );
            }
        }
    }

    fn arrow(&mut self, scene: &Scene, mark: &Mark) {
        let (Some(from), Some(to)) =
            (scene.cells.get(mark.cell), mark.to.and_then(|to| scene.cells.get(to)))
        else {
            return;
        };
        let (dx, dy) = ((to.x - from.x) * UNIT, (to.y - from.y) * UNIT);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let (x1, y1) = (from.x * UNIT + ux * 12.0, from.y * UNIT + uy * 12.0);
        let (x2, y2) = (to.x * UNIT - ux * 16.0, to.y * UNIT - uy * 16.0);
        let colour = self.colour(match mark.kind {
            MarkKind::Warning => "red",
            MarkKind::Last => "last",
            MarkKind::Hint | MarkKind::Target => "hint",
        });
        let (bx, by) = (x2 - ux * 34.0, y2 - uy * 34.0);
        let _ = write!(
            self.out,
            r#"<g class="arrow" opacity=".85"><path d="M{x1:.1} {y1:.1}L{bx:.1} {by:.1}" stroke="{colour}" stroke-width="15" stroke-linecap="round"/><path d="M{x2:.1} {y2:.1}L{:.1} {:.1}L{:.1} {:.1}z" fill="{colour}"/></g>"#,
            bx - uy * 25.0,
            by + ux * 25.0,
            bx + uy * 25.0,
            by - ux * 25.0,
        );
    }

    fn link(&mut self, scene: &Scene, link: &Link) {
        let (Some(from), Some(to)) = (scene.pieces.get(link.from), scene.pieces.get(link.to))
        else {
            return;
        };
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let length = dx.hypot(dy).max(0.01);
        let (nx, ny) = (-dy / length, dx / length);
        let count = f32::from(link.count);
        let (gap, width) = (if link.count > 3 { 12.0 } else { 15.0 }, 7.0);
        let colour = self.colour("ink");
        for i in 0..link.count {
            let offset = (f32::from(i) - (count - 1.0) / 2.0) * gap;
            let _ = write!(
                self.out,
                r#"<path d="M{:.1} {:.1}L{:.1} {:.1}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>"#,
                from.x * UNIT + nx * offset,
                from.y * UNIT + ny * offset,
                to.x * UNIT + nx * offset,
                to.y * UNIT + ny * offset,
            );
        }
    }

    fn disc(&mut self, fill: &str, piece: &Piece) {
        let _ = write!(
            self.out,
            r##"<circle r="40" fill="{fill}"/><circle r="29" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="6"/>"##
        );
        word(&mut self.out, &piece.letter, 0.0, 0.0, 30.0, Self::on(piece.tone));
    }

    fn tile(&mut self, fill: &str, piece: &Piece) {
        self.square(0.0, 0.0, 45.0, 12.0, fill);
        let height = if piece.letter.chars().count() > 2 { 26.0 } else { 38.0 };
        word(&mut self.out, &piece.letter, 0.0, 0.0, height, Self::on(piece.tone));
    }

    fn piece(&mut self, piece: &Piece) {
        let _ = write!(
            self.out,
            r#"<g class="piece {}{}" data-id="{}" transform="translate({:.1} {:.1})""#,
            escape(&piece.name).replace(' ', "-"),
            if matches!(piece.shape, Shape::Person | Shape::Hero) { " steered" } else { "" },
            piece.id,
            piece.x * UNIT,
            piece.y * UNIT,
        );
        if let Some(cell) = piece.cell {
            let _ = write!(self.out, r#" data-at="{cell}""#);
        }
        self.out.push('>');
        let fill = self.tone(piece.tone);
        match piece.shape {
            Shape::Person => self.person(fill),
            Shape::Crate => self.crate_(fill, piece.tone == Tone::Gold),
            Shape::Atom => self.atom(piece, fill, false),
            Shape::Hero => self.atom(piece, fill, true),
            Shape::Marble => self.marble(fill, piece.tone),
            Shape::Cross | Shape::Ring => self.stone(fill, piece),
            Shape::Cut | Shape::Double | Shape::Rotate => self.modifier(fill, piece.shape),
            Shape::Disc => self.disc(fill, piece),
            Shape::Tile => self.tile(fill, piece),
            Shape::Letter => word(&mut self.out, &piece.letter, 0.0, 0.0, 46.0, fill),
        }
        self.out.push_str("</g>");
    }

    fn person(&mut self, fill: &str) {
        let _ = write!(
            self.out,
            r##"<ellipse cy="30" rx="27" ry="8" fill="#000" fill-opacity=".18"/><path d="M-27 30C-27 4-16-4 0-4S27 4 27 30C12 36-12 36-27 30Z" fill="{fill}"/><circle cy="-15" r="19" fill="#f2c9a0"/><path d="M-20-15C-22-42 22-42 20-15 12-25-8-27-20-15Z" fill="#4a3426"/><circle cx="-7" cy="-12" r="2.6" fill="#2c2f36"/><circle cx="7" cy="-12" r="2.6" fill="#2c2f36"/>"##
        );
    }

    fn crate_(&mut self, fill: &str, home: bool) {
        let dark = if home { self.colour("goal") } else { self.colour("wood-dark") };
        let _ = write!(
            self.out,
            r##"<rect x="-40" y="-40" width="80" height="80" rx="9" fill="{fill}" stroke="{dark}" stroke-width="7"/><rect x="-26" y="-26" width="52" height="52" rx="3" fill="#fff" fill-opacity=".18"/>"##
        );
        let inside = if home { "M-20 2-6 17 21-15" } else { "M-26-26 26 26M26-26-26 26" };
        let width = if home { 11 } else { 7 };
        let _ = write!(
            self.out,
            r#"<path d="{inside}" fill="none" stroke="{dark}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        );
    }

    fn atom(&mut self, piece: &Piece, fill: &str, hero: bool) {
        let ink = self.colour("ink");
        if hero {
            let _ = write!(
                self.out,
                r#"<circle r="45" fill="none" stroke="{ink}" stroke-width="5" stroke-dasharray="11 6.5"/>"#
            );
        }
        let _ = write!(
            self.out,
            r##"<circle r="35" fill="{fill}" stroke="{ink}" stroke-width="5"/><path d="M-22-14A27 27 0 0 1 2-28" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="5" stroke-linecap="round"/>"##
        );
        word(&mut self.out, &piece.letter, 0.0, 0.0, 27.0, Self::on(piece.tone));
        for (x, y) in [(0, -41), (41, 0), (0, 41), (-41, 0)].iter().take(usize::from(piece.dots)) {
            let colour = self.colour("orange");
            let _ = write!(
                self.out,
                r#"<circle cx="{x}" cy="{y}" r="8.5" fill="{colour}" stroke="{ink}" stroke-width="3"/>"#
            );
        }
    }

    fn marble(&mut self, fill: &str, tone: Tone) {
        let rim = if tone == Tone::White { "#8d8a80" } else { "#000000" };
        let gloss = if tone == Tone::White { "0.95" } else { "0.32" };
        let _ = write!(
            self.out,
            r##"<ellipse cx="2" cy="7" rx="41" ry="40" fill="#000" fill-opacity=".22"/><circle r="40" fill="{fill}" stroke="{rim}" stroke-width="2.5"/><path d="M-31 14A34 34 0 0 0 33 8 38 38 0 0 1-31 14Z" fill="#000" fill-opacity=".12"/><ellipse cx="-12" cy="-17" rx="14" ry="9" transform="rotate(-32 -12 -17)" fill="#fff" fill-opacity="{gloss}"/>"##
        );
        if tone == Tone::Black {
            let _ = write!(
                self.out,
                r##"<circle r="22" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="4"/>"##
            );
        }
    }

    fn stone(&mut self, fill: &str, piece: &Piece) {
        let ink = Self::on(piece.tone);
        let _ = write!(
            self.out,
            r##"<ellipse cx="1" cy="5" rx="39" ry="39" fill="#000" fill-opacity=".2"/><circle r="38" fill="{fill}"/>"##
        );
        if piece.shape == Shape::Cross {
            let _ = write!(
                self.out,
                r#"<path d="M-14-14 14 14M14-14-14 14" stroke="{ink}" stroke-width="9" stroke-linecap="round"/>"#
            );
        } else {
            let _ =
                write!(self.out, r#"<circle r="16" fill="none" stroke="{ink}" stroke-width="9"/>"#);
        }
    }

    fn modifier(&mut self, fill: &str, shape: Shape) {
        let (body, sign) = match shape {
            Shape::Cut => (r#"<path d="M0-19 19 0 0 19-19 0Z" fill="FILL"/>"#, "M-6 6 6-6"),
            Shape::Double => (
                r#"<rect x="-15" y="-15" width="30" height="30" rx="4" fill="FILL"/>"#,
                "M-7 0H7M0-7V7",
            ),
            _ => (r#"<circle r="17" fill="FILL"/>"#, "M7-4A8 8 0 1 0 8 3M8-9V-3H2"),
        };
        self.out.push_str(&body.replace("FILL", fill));
        let _ = write!(
            self.out,
            r##"<path d="{sign}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>"##
        );
    }
}
