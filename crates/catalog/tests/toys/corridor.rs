use plyground_core::scene::{Cell, Grid, Ground, Piece, Shape, Tone};
use plyground_core::*;

/// A corridor: walk right to its end. A level is written as a number, its length.
pub struct Corridor;

#[derive(Clone)]
pub struct Length {
    length: u8,
    start: u8,
}

pub struct Hall(Length);

impl Puzzle for Hall {
    type State = u8;
    type Move = char;
    fn start(&self) -> u8 {
        self.0.start
    }
    fn moves(&self, &at: &u8, out: &mut Vec<char>) {
        if at > 0 {
            out.push('L');
        }
        if at + 1 < self.0.length {
            out.push('R');
        }
    }
    fn play(&self, at: &u8, mv: char) -> u8 {
        if mv == 'R' { at + 1 } else { at - 1 }
    }
    fn is_solved(&self, at: &u8) -> bool {
        at + 1 == self.0.length
    }
    fn packed_len(&self) -> usize {
        1
    }
    fn pack(&self, at: &u8, out: &mut [u8]) {
        out[0] = *at;
    }
    fn unpack(&self, bytes: &[u8]) -> u8 {
        bytes[0]
    }
    fn step_text(&self, _: &u8, mv: char) -> String {
        mv.to_string()
    }
}

struct Rest;

impl Heuristic<Hall> for Rest {
    fn estimate(&self, hall: &Hall, at: &u8) -> Option<u32> {
        Some(u32::from(hall.0.length - 1 - at))
    }
    fn properties(&self) -> Properties {
        Properties::CONSISTENT
    }
}

fn rest() -> HeuristicEntry<Hall> {
    HeuristicEntry::new("rest", "the steps to the end", Properties::CONSISTENT, |_| Box::new(Rest))
}

impl PuzzleWorld for Corridor {
    type Level = Length;
    type Board = Hall;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("corridor", "Corridor", "walk right")
    }
    fn heuristics(&self) -> Vec<HeuristicInfo> {
        vec![rest().info(&["moves"])]
    }
    fn packs(&self) -> Vec<Pack> {
        vec![Pack::new("halls", "3 5")]
    }
    fn parse(&self, _: &str, bytes: &[u8]) -> Result<Vec<Length>, ParseError> {
        let text = String::from_utf8_lossy(bytes);
        let level = |word: &str| {
            word.parse()
                .map(|length| Length { length, start: 0 })
                .map_err(|_| ParseError::new(1, 1, "expected a number"))
        };
        text.split_whitespace().map(level).collect()
    }
    fn formats(&self) -> Vec<Text> {
        vec!["number".into()]
    }
    fn print(&self, levels: &[Length], _: &str) -> Result<String, SpecError> {
        Ok(levels.iter().map(|level| level.length.to_string()).collect::<Vec<_>>().join(" "))
    }
    fn level_info(&self, level: &Length) -> LevelInfo {
        LevelInfo { width: level.length.into(), height: 1, ..LevelInfo::default() }
    }
    fn board(&self, level: &Length, _: &Options) -> Result<Hall, SpecError> {
        // The longest hall takes a while to be looked at.
        if level.length == u8::MAX {
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        Ok(Hall(level.clone()))
    }
    fn parse_moves(&self, hall: &Hall, &from: &u8, text: &str) -> Result<Vec<char>, MoveError> {
        let mut at = from;
        let mut line = Vec::new();
        for (i, c) in text.chars().enumerate() {
            let mut legal = Vec::new();
            hall.moves(&at, &mut legal);
            if !legal.contains(&c) {
                return Err(MoveError::new(c.to_string(), "there is a wall").at(i + 1));
            }
            at = hall.play(&at, c);
            line.push(c);
        }
        Ok(line)
    }
    fn scene(&self, hall: &Hall, &at: &u8) -> Scene {
        let mut scene = Scene::new(Grid::Square, f32::from(hall.0.length), 1.0);
        for x in 0..hall.0.length {
            let x = f32::from(x) + 0.5;
            let name = format!("{x}");
            scene.cells.push(Cell { name, x, y: 0.5, ground: Ground::Floor, glyph: '.' });
        }
        scene.pieces.push(Piece {
            id: 1 + u32::from(at),
            name: "player".into(),
            x: f32::from(at) + 0.5,
            y: 0.5,
            cell: Some(at.into()),
            shape: Shape::Person,
            tone: Tone::Blue,
            letter: "".into(),
            dots: 0,
            glyph: '@',
        });
        scene
    }
    fn motions(&self, hall: &Hall, at: &u8, mv: char) -> Vec<Motion> {
        let to = hall.play(at, mv);
        vec![Motion { from: Some((*at).into()), to: Some(to.into()) }]
    }
    fn intents(&self, _: &Hall, _: &u8) -> Vec<Intent> {
        Vec::new()
    }
    fn warnings(&self, _: &Hall, _: &u8) -> Vec<Warning> {
        Vec::new()
    }
    fn level_at(&self, level: &Length, _: &Hall, &at: &u8) -> Option<Length> {
        // Odd places cannot be written down, so that both ways to a hint are tried.
        at.is_multiple_of(2).then(|| Length { start: at, ..level.clone() })
    }
    fn visit<V: PuzzleVisitor>(
        &self,
        level: &Length,
        _: &Options,
        _: &MethodInfo,
        visitor: V,
    ) -> Result<V::Output, SpecError> {
        let hall = Hall(level.clone());
        Ok(visitor.visit(&hall, &Heuristics::new(&hall, [rest()])))
    }
    fn own_methods(&self) -> Vec<MethodInfo> {
        ["walk", "lie"].map(|name| MethodInfo::new("").named(name).optimal()).to_vec()
    }
    fn solve_own(
        &self,
        level: &Length,
        _: &Options,
        spec: &Spec,
        _: &Limits,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Report<String>, SpecError> {
        progress(&Progress::default());
        let steps = level.length - 1 - level.start - u8::from(spec.name == "lie");
        Ok(Report {
            status: Status::Solved,
            solution: Some("R".repeat(steps.into())),
            cost: Some(steps.into()),
            optimal: true,
            bound: Some(steps.into()),
            unit: 1,
            stats: Stats::default(),
        })
    }
    fn generator_options(&self) -> Vec<OptionInfo> {
        Vec::new()
    }
    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(Generated<Length>),
    ) -> Result<(), SpecError> {
        for i in 0..wanted.count {
            let length = 2 + i as u8;
            found(Generated { level: Length { length, start: 0 }, difficulty: f64::from(length) });
        }
        Ok(())
    }
}
