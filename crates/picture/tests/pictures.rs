//! Pictures are files that others can open.

use plyground_core::scene::svg::Theme;
use plyground_core::scene::{Cell, Grid, Ground, Piece, Scene, Shape, Tone};
use plyground_picture::{Timing, gif, png};

fn scene(at: u8) -> Scene {
    let mut scene = Scene::new(Grid::Square, 4.0, 1.0);
    for x in 0..4u8 {
        let x = f32::from(x) + 0.5;
        scene.cells.push(Cell {
            name: String::new(),
            x,
            y: 0.5,
            ground: Ground::Floor,
            glyph: ' ',
        });
    }
    scene.pieces.push(Piece {
        id: 1,
        name: "box".into(),
        x: f32::from(at) + 0.5,
        y: 0.5,
        cell: Some(usize::from(at)),
        shape: Shape::Crate,
        tone: Tone::Wood,
        letter: "".into(),
        dots: 0,
        glyph: '$',
    });
    scene
}

#[test]
fn a_png_has_the_size_that_was_asked_for() {
    let file = png(&scene(0), 20, Theme::Light).unwrap();
    assert_eq!(&file[1..4], b"PNG");
    assert_eq!(&file[16..24], [0, 0, 0, 80, 0, 0, 0, 20], "80 × 20 pixels");
}

#[test]
fn a_gif_has_a_frame_a_scene_and_stores_only_what_changes() {
    let scenes: Vec<Scene> = (0..4).map(scene).collect();
    let file = gif(&scenes, 20, Theme::Light, Timing::default()).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
    let mut sizes = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        sizes.push((frame.width, frame.delay));
    }
    assert_eq!(sizes.len(), 4);
    assert_eq!(sizes[0], (80, 80));
    assert!(sizes[1..].iter().all(|&(width, _)| width <= 40), "{sizes:?}");
    assert_eq!(sizes[3].1, 220);
}

#[test]
fn a_scene_without_area_or_an_empty_animation_is_an_error() {
    assert!(png(&Scene::new(Grid::Square, 0.0, 0.0), 20, Theme::Light).is_err());
    assert!(gif(&[], 20, Theme::Light, Timing::default()).is_err());
}
