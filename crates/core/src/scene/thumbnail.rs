//! A scene in little: a few hundred bytes for lists of many, all squares of a kind in one path.

use std::fmt::Write as _;

use super::svg::{Theme, ground_colour, tone_colour};
use super::{Ground, Piece, Scene, Shape};

/// Draws a scene of squares in little.
pub fn render(scene: &Scene, theme: Theme) -> String {
    let (width, height) = (scene.width * 10.0, scene.height * 10.0);
    let mut out =
        format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}">"#);
    // Writing to a string cannot fail.
    for ground in [Ground::Wall, Ground::Floor, Ground::Shade, Ground::Dent] {
        let under = |cell: Ground| if cell == Ground::Goal { Ground::Floor } else { cell };
        let mut path = String::new();
        for cell in scene.cells.iter().filter(|cell| under(cell.ground) == ground) {
            let _ =
                write!(path, "M{:.0} {:.0}h10v10h-10z", cell.x * 10.0 - 5.0, cell.y * 10.0 - 5.0);
        }
        if !path.is_empty() {
            let colour = ground_colour(ground, theme);
            let _ = write!(out, r#"<path fill="{colour}" d="{path}"/>"#);
        }
    }
    let goal = ground_colour(Ground::Goal, theme);
    for cell in scene.cells.iter().filter(|cell| cell.ground == Ground::Goal) {
        let (x, y) = (cell.x * 10.0, cell.y * 10.0);
        let _ = write!(out, r#"<circle cx="{x:.0}" cy="{y:.0}" r="2" fill="{goal}"/>"#);
    }
    for piece in &scene.pieces {
        put(&mut out, piece, theme);
    }
    out + "</svg>"
}

fn put(out: &mut String, piece: &Piece, theme: Theme) {
    let (x, y, fill) = (piece.x * 10.0, piece.y * 10.0, tone_colour(piece.tone, theme));
    let _ = match piece.shape {
        Shape::Crate | Shape::Tile => write!(
            out,
            r#"<rect x="{:.0}" y="{:.0}" width="8" height="8" rx="1" fill="{fill}"/>"#,
            x - 4.0,
            y - 4.0
        ),
        Shape::Cut | Shape::Double | Shape::Rotate => {
            write!(out, r#"<circle cx="{x:.0}" cy="{y:.0}" r="2" fill="{fill}"/>"#)
        }
        Shape::Hero => write!(
            out,
            r#"<circle cx="{x:.0}" cy="{y:.0}" r="3.4" fill="{fill}" stroke="{}" stroke-width="1.6"/>"#,
            tone_colour(super::Tone::Orange, theme)
        ),
        _ => write!(out, r#"<circle cx="{x:.0}" cy="{y:.0}" r="3.6" fill="{fill}"/>"#),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Grid, Tone};

    #[test]
    fn squares_of_a_kind_are_one_path() {
        let mut scene = Scene::squares(Grid::Square, (4, 3), |x, _| {
            (String::new(), if x == 0 { Ground::Wall } else { Ground::Goal })
        });
        scene.put(5, Piece::new("box", Shape::Crate, Tone::Wood, '$'));
        let svg = render(&scene, Theme::Light);
        assert_eq!(svg.matches("<path").count(), 2);
        assert_eq!(svg.matches("<circle").count(), 9);
        assert_eq!(svg.matches("<rect").count(), 1);
    }
}
