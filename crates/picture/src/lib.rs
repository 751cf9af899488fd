//! PNG and GIF pictures from the one SVG renderer.

mod animation;
mod raster;

pub use animation::{Timing, gif};
pub use raster::{PictureError, png, sheet_png};
