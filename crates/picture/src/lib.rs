//! PNG and GIF pictures from the one SVG renderer.
