use plyground_core::scene::{Grid, Ground, Piece, Scene, Shape, Tone};
use plyground_core::*;

/// Two lamps: a press on A1 switches both, a press on B1 the first alone. The world says of both that one points at the
/// first lamp. A level is written as a number, one bit a lamp.
pub struct Lamps;

#[derive(Clone)]
pub struct Board(u8);

impl Puzzle for Board {
    type State = u8;
    type Move = u8;
    pack_plain!();

    fn start(&self) -> u8 {
        self.0
    }
    fn moves(&self, _: &u8, out: &mut Vec<u8>) {
        out.extend([0, 1]);
    }
    fn play(&self, lamps: &u8, press: u8) -> u8 {
        lamps ^ if press == 0 { 3 } else { 1 }
    }
    fn is_solved(&self, &lamps: &u8) -> bool {
        lamps == 0
    }
    fn step_text(&self, _: &u8, press: u8) -> String {
        ["A1", "B1"][usize::from(press)].to_owned()
    }
}

impl PuzzleWorld for Lamps {
    type Level = Board;
    type Board = Board;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("lamps", "Lamps", "switch them off")
    }
    fn packs(&self) -> Vec<Pack> {
        vec![Pack::new("lamps", "3")]
    }
    fn parse(&self, _: &str, bytes: &[u8]) -> Result<Vec<Board>, ParseError> {
        let text = String::from_utf8_lossy(bytes);
        let level = |word: &str| {
            word.parse().map(Board).map_err(|_| ParseError::new(1, 1, "expected a number"))
        };
        text.split_whitespace().map(level).collect()
    }
    fn print(&self, levels: &[Board], _: &str) -> Result<String, SpecError> {
        Ok(levels.iter().map(|level| level.0.to_string()).collect::<Vec<_>>().join(" "))
    }
    fn board(&self, level: &Board, _: &Options) -> Result<Board, SpecError> {
        Ok(level.clone())
    }
    fn intents(&self, _: &Board, _: &u8) -> Vec<Intent> {
        ["A1", "B1"]
            .map(|text| Intent { text: text.into(), select: Vec::new(), target: 0 })
            .to_vec()
    }
    fn scene(&self, _: &Board, lamps: &u8) -> Scene {
        let name = |x: usize, _: usize| (["A1", "B1"][x].to_owned(), Ground::Floor);
        let mut scene = Scene::squares(Grid::Linked, (2, 1), name);
        for cell in (0..2).filter(|cell| (lamps >> cell) & 1 == 1) {
            scene.put(cell, Piece::new("lamp", Shape::Disc, Tone::Gold, 'o'));
        }
        scene
    }
}
