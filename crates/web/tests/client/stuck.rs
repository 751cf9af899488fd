//! A world whose levels take for ever to read.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use plyground_core::{Options, ParseError, Puzzle, PuzzleWorld, Scene, SpecError, WorldInfo};

/// Lets go of everybody who reads, but for those who read `for ever`.
pub static RELEASED: AtomicBool = AtomicBool::new(false);

pub struct Stuck;

/// There is no level, and so no board.
#[derive(Clone)]
pub enum Never {}

impl PuzzleWorld for Stuck {
    type Level = Never;
    type Board = Never;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("stuck", "Stuck", "Reading a level never ends")
    }

    fn parse(&self, _: &str, bytes: &[u8]) -> Result<Vec<Never>, ParseError> {
        while bytes == b"for ever" || !RELEASED.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(ParseError::new(0, 0, "there is no level"))
    }

    fn print(&self, _: &[Never], _: &str) -> Result<String, SpecError> {
        Ok(String::new())
    }

    fn board(&self, level: &Never, _: &Options) -> Result<Never, SpecError> {
        match *level {}
    }

    fn scene(&self, board: &Never, _: &u8) -> Scene {
        match *board {}
    }
}

impl Puzzle for Never {
    type State = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        match *self {}
    }
    fn moves(&self, _: &u8, _: &mut Vec<u8>) {
        match *self {}
    }
    fn play(&self, _: &u8, _: u8) -> u8 {
        match *self {}
    }
    fn is_solved(&self, _: &u8) -> bool {
        match *self {}
    }
    fn packed_len(&self) -> usize {
        match *self {}
    }
    fn pack(&self, _: &u8, _: &mut [u8]) {
        match *self {}
    }
    fn unpack(&self, _: &[u8]) -> u8 {
        match *self {}
    }
    fn step_text(&self, _: &u8, _: u8) -> String {
        match *self {}
    }
}
