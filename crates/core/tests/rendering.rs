//! How scenes look, as text and as SVG.

use plyground_core::Motion;
use plyground_core::scene::svg::{self, Theme};
use plyground_core::scene::text::{self, Charset};
use plyground_core::scene::{
    Cell, Grid, Ground, Label, Link, Mark, MarkKind, Piece, Scene, Shape, Tone,
};

fn cell(x: f32, y: f32, ground: Ground, glyph: char) -> Cell {
    Cell { name: format!("{x},{y}"), x: x + 0.5, y: y + 0.5, ground, glyph }
}

fn atom(id: u32, x: f32, y: f32, letter: &'static str, dots: u8) -> Piece {
    Piece {
        id,
        name: "atom".into(),
        x: x + 0.5,
        y: y + 0.5,
        cell: Some((y * 3.0 + x) as usize),
        shape: Shape::Atom,
        tone: Tone::Red,
        letter: letter.into(),
        dots,
        glyph: letter.chars().next().unwrap(),
    }
}

/// Three by two cells with a double bond across and a single one down.
fn molecule() -> Scene {
    let mut scene = Scene::new(Grid::Linked, 3.0, 2.0);
    for y in 0..2u8 {
        for x in 0..3u8 {
            scene.cells.push(cell(f32::from(x), f32::from(y), Ground::Floor, '·'));
        }
    }
    scene.pieces =
        vec![atom(1, 0.0, 0.0, "C", 1), atom(2, 1.0, 0.0, "O", 0), atom(3, 0.0, 1.0, "H", 0)];
    scene.links = vec![Link { from: 0, to: 1, count: 2 }, Link { from: 0, to: 2, count: 1 }];
    scene.caption = "C=O & <H>".to_owned();
    scene
}

#[test]
fn bonds_are_lines_between_letters() {
    assert_eq!(text::render(&molecule(), Charset::Unicode), "C¹══O   ·\n│\nH   ·   ·\n");
    assert_eq!(text::render(&molecule(), Charset::Ascii), "C1==O   ·\n|\nH   ·   ·\n");
}

#[test]
fn every_piece_is_a_group_with_its_id_and_the_caption_is_escaped() {
    let drawing = svg::render(&molecule(), Theme::Light);
    for id in 1..=3 {
        assert_eq!(drawing.matches(&format!("data-id=\"{id}\"")).count(), 1);
    }
    assert_eq!(drawing.matches("data-cell=").count(), 6);
    assert!(drawing.contains("aria-label=\"C=O &amp; &lt;H&gt;\""));
}

#[test]
fn colours_come_from_the_theme_or_from_css() {
    let scene = molecule();
    assert_ne!(svg::render(&scene, Theme::Light), svg::render(&scene, Theme::Dark));
    let styled = svg::render(&scene, Theme::Css);
    let (light, dark) = svg::css();
    for variable in styled.split("var(").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(light.contains(&format!("{variable}:")), "{variable}");
        assert!(dark.contains(&format!("{variable}:")), "{variable}");
    }
}

#[test]
fn marks_reach_the_text_and_the_drawing() {
    let mut scene = molecule();
    scene.marks = vec![
        Mark { kind: MarkKind::Last, cell: 2, to: None },
        Mark { kind: MarkKind::Hint, cell: 0, to: Some(2) },
        Mark { kind: MarkKind::Warning, cell: 99, to: None },
    ];
    let dots = text::dots(&scene, Charset::Unicode);
    assert_eq!(dots[0][8].mark, Some(MarkKind::Hint));
    assert_eq!(dots[0][8].cell, Some(2));
    assert!(svg::render(&scene, Theme::Light).contains("class=\"arrow\""));
}

#[test]
fn pieces_keep_their_ids_when_they_travel() {
    let before = molecule();
    let mut after = molecule();
    after.pieces[0] = atom(7, 2.0, 1.0, "C", 1);
    after.carry_ids(&before, &[Motion { from: Some(0), to: Some(5) }]);
    let ids: Vec<u32> = after.pieces.iter().map(|piece| piece.id).collect();
    assert_eq!(ids, [1, 2, 3]);
    let mut later = after.clone();
    later.pieces.push(atom(0, 2.0, 0.0, "H", 0));
    later.carry_ids(&after, &[Motion { from: None, to: Some(2) }]);
    assert_eq!(later.pieces[3].id, 4);
}

#[test]
fn labels_of_two_digits_do_not_touch_the_cells_beside_them() {
    let mut scene = Scene::new(Grid::Board, 3.0, 2.0);
    for y in 0..2u8 {
        for x in 1..3u8 {
            scene.cells.push(cell(f32::from(x), f32::from(y), Ground::Floor, '.'));
        }
    }
    let label = |x, y, text: &str| Label { x, y, text: text.to_owned() };
    scene.labels = vec![
        label(0.5, 0.5, "10"),
        label(0.5, 1.5, "9"),
        label(1.5, 2.5, "A"),
        label(2.5, 2.5, "B"),
    ];
    assert_eq!(text::render(&scene, Charset::Ascii), "10 . .\n 9 . .\n   A B\n");
}
