use plyground_core::Scene;
use plyground_core::scene::sheet::Sheet;
use plyground_core::scene::svg::{self, Theme, UNIT};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

/// The largest side of a picture, in pixels.
const LARGEST: u32 = 8_192;

/// A picture that cannot be made.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The scene has no area, or the picture would be larger than can be drawn.
    #[error(
        "a picture of {width} × {height} pixels cannot be drawn; the sides go from 1 to {LARGEST}"
    )]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The drawing is not SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The file cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}

/// A scene as a PNG file, `cell` pixels a cell; the picture is made smaller where it would be
/// too large to draw.
pub fn png(scene: &Scene, cell: u32, theme: Theme) -> Result<Vec<u8>, PictureError> {
    paint(scene, cell, theme)?.encode_png().map_err(|error| PictureError::Encode(error.to_string()))
}

/// A sheet of scenes as a PNG file, under the same rules.
pub fn sheet_png(sheet: &Sheet, cell: u32, theme: Theme) -> Result<Vec<u8>, PictureError> {
    paint_svg(&sheet.svg, (sheet.width, sheet.height), cell, theme)?
        .encode_png()
        .map_err(|error| PictureError::Encode(error.to_string()))
}

/// A scene as pixels on the theme's background.
pub(crate) fn paint(scene: &Scene, cell: u32, theme: Theme) -> Result<Pixmap, PictureError> {
    paint_svg(&svg::render(scene, theme), (scene.width, scene.height), cell, theme)
}

fn paint_svg(
    drawing: &str,
    (across, down): (f32, f32),
    cell: u32,
    theme: Theme,
) -> Result<Pixmap, PictureError> {
    let longest = across.max(down).max(1.0);
    let cell = (cell as f32).min(LARGEST as f32 / longest);
    let (width, height) = ((across * cell).round() as u32, (down * cell).round() as u32);
    let tree = Tree::from_str(drawing, &Options::default())?;
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    pixels.fill(colour(svg::background(theme)));
    let scale = cell / UNIT;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Reads `#rrggbb`; anything else is white.
fn colour(text: &str) -> Color {
    let part = |i: usize| text.get(i..i + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    match (part(1), part(3), part(5)) {
        (Some(r), Some(g), Some(b)) => Color::from_rgba8(r, g, b, 255),
        _ => Color::WHITE,
    }
}
