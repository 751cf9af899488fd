use gif::{DisposalMethod, Encoder, Frame, Repeat};
use plyground_core::Scene;
use plyground_core::scene::svg::Theme;

use crate::raster::{PictureError, paint};

/// How long the pictures of an animation stay, in hundredths of a second.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// The first picture, before anything moves.
    pub first: u16,
    /// Each picture between.
    pub step: u16,
    /// The last picture, before it starts over.
    pub last: u16,
}

impl Default for Timing {
    fn default() -> Self {
        Self { first: 80, step: 16, last: 220 }
    }
}

/// A line of scenes as an animated GIF that repeats for ever. Only what changes from one scene to
/// the next is stored.
pub fn gif(
    scenes: &[Scene],
    cell: u32,
    theme: Theme,
    timing: Timing,
) -> Result<Vec<u8>, PictureError> {
    let problem = |error: gif::EncodingError| PictureError::Encode(error.to_string());
    let (Some(first), Some(width), Some(height)) = (
        scenes.first(),
        scenes.iter().map(|scene| scene.width).reduce(f32::max),
        scenes.iter().map(|scene| scene.height).reduce(f32::max),
    ) else {
        return Err(PictureError::Size { width: 0, height: 0 });
    };
    // A file of several hundred pictures stays small where the picture does.
    let cell = cell.min((1_000.0 / width.max(height)) as u32).max(4);
    let mut before = paint(first, cell, theme)?;
    let (w, h) = (before.width() as u16, before.height() as u16);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, w, h, &[]).map_err(problem)?;
    encoder.set_repeat(Repeat::Infinite).map_err(problem)?;
    for (number, scene) in scenes.iter().enumerate() {
        let now = paint(scene, cell, theme)?;
        let area = if number == 0 {
            Area { left: 0, top: 0, width: w, height: h }
        } else {
            Area::changed(before.data(), now.data(), w, h)
        };
        let mut pixels = area.cut(now.data(), w);
        let mut frame = Frame::from_rgba_speed(area.width, area.height, &mut pixels, 10);
        (frame.left, frame.top) = (area.left, area.top);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = match number {
            _ if number + 1 == scenes.len() => timing.last,
            0 => timing.first,
            _ => timing.step,
        };
        encoder.write_frame(&frame).map_err(problem)?;
        before = now;
    }
    drop(encoder);
    Ok(file)
}

/// A rectangle of pixels.
#[derive(Debug, PartialEq, Eq)]
struct Area {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Area {
    /// The smallest area that holds every pixel that differs; one pixel where none does.
    fn changed(before: &[u8], now: &[u8], width: u16, height: u16) -> Self {
        let row = usize::from(width) * 4;
        let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
        for y in 0..height {
            let start = usize::from(y) * row;
            let (old, new) = (&before[start..start + row], &now[start..start + row]);
            if old == new {
                continue;
            }
            (top, bottom) = (top.min(y), y);
            for x in 0..width {
                let pixel = usize::from(x) * 4;
                if old[pixel..pixel + 4] != new[pixel..pixel + 4] {
                    (left, right) = (left.min(x), right.max(x));
                }
            }
        }
        if left > right || top > bottom {
            return Self { left: 0, top: 0, width: 1, height: 1 };
        }
        Self { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    fn cut(&self, pixels: &[u8], width: u16) -> Vec<u8> {
        (self.top..self.top + self.height)
            .flat_map(|y| {
                let start = (usize::from(y) * usize::from(width) + usize::from(self.left)) * 4;
                &pixels[start..start + usize::from(self.width) * 4]
            })
            .copied()
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_changed_area_is_stored() {
        let before = vec![0; 5 * 4 * 4];
        let mut now = before.clone();
        now[(5 + 2) * 4] = 9;
        now[(2 * 5 + 3) * 4] = 9;
        let area = Area::changed(&before, &now, 5, 4);
        assert_eq!(area, Area { left: 2, top: 1, width: 2, height: 2 });
        assert_eq!(area.cut(&now, 5).len(), 16);
        let unchanged = Area::changed(&before, &before, 5, 4);
        assert_eq!(unchanged, Area { left: 0, top: 0, width: 1, height: 1 });
    }
}
