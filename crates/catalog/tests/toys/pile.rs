use std::ops::RangeInclusive;

use plyground_core::scene::Grid;
use plyground_core::*;

/// A pile of stones. A turn takes one or two, then burns one or none of the rest (`2+1`, `1+0`), if there
/// is a rest. Who finds no stone has lost.
pub struct Pile;

pub struct Stones(u32);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Heap {
    stones: u32,
    second: bool,
    burning: bool,
}

impl Game for Stones {
    type State = Heap;
    type Move = u32;
    fn start(&self) -> Heap {
        Heap { stones: self.0, second: false, burning: false }
    }
    fn to_move(&self, heap: &Heap) -> Side {
        if heap.second { Side::Second } else { Side::First }
    }
    fn moves(&self, heap: &Heap, out: &mut Vec<u32>) {
        if heap.burning {
            out.extend([0, 1]);
        } else {
            out.extend(1..=heap.stones.min(2));
        }
    }
    fn play(&self, heap: &mut Heap, stones: u32) {
        heap.stones -= stones;
        heap.burning = !heap.burning && heap.stones > 0;
        if !heap.burning {
            heap.second = !heap.second;
        }
    }
    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.stones == 0).then(|| Outcome::Win(self.to_move(heap).other()))
    }
    fn key(&self, heap: &Heap) -> u64 {
        u64::from(heap.stones) * 4 + u64::from(heap.second) * 2 + u64::from(heap.burning)
    }
}

struct Even;

impl Evaluation<Stones> for Even {
    fn evaluate(&self, _: &Stones, _: &Heap) -> i32 {
        0
    }
}

impl GameWorld for Pile {
    type Game = Stones;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("pile", "Pile", "take the last")
    }
    fn sides(&self) -> [Text; 2] {
        ["Anna".into(), "Otto".into()]
    }
    fn setups(&self) -> Vec<SetupInfo> {
        Vec::new()
    }
    fn sizes(&self) -> Option<(RangeInclusive<usize>, usize)> {
        Some((1..=99, 7))
    }
    fn game(&self, options: &Options) -> Result<Stones, SpecError> {
        Ok(Stones(options.number("size", 7, 1..=99)?))
    }
    fn position_text(&self, _: &Stones, heap: &Heap) -> String {
        format!("{} {}", heap.stones, if heap.second { "o" } else { "a" })
    }
    fn parse_turn(&self, stones: &Stones, heap: &Heap, text: &str) -> Result<Vec<u32>, MoveError> {
        let mut now = heap.clone();
        let mut turn = Vec::new();
        for part in text.split('+') {
            let mut legal = Vec::new();
            stones.moves(&now, &mut legal);
            let mv = part.parse().map_err(|_| MoveError::new(text, "expected a number"))?;
            if !legal.contains(&mv) {
                return Err(MoveError::new(text, "not so many"));
            }
            stones.play(&mut now, mv);
            turn.push(mv);
        }
        Ok(turn)
    }
    fn turn_text(&self, _: &Stones, _: &Heap, turn: &[u32]) -> String {
        turn.iter().map(u32::to_string).collect::<Vec<_>>().join("+")
    }
    fn is_turn_start(&self, _: &Stones, heap: &Heap) -> bool {
        !heap.burning
    }
    fn score(&self, _: &Stones, heap: &Heap) -> [String; 2] {
        [heap.stones.to_string(), heap.stones.to_string()]
    }
    fn scene(&self, _: &Stones, _: &Heap) -> Scene {
        Scene::new(Grid::Board, 1.0, 1.0)
    }
    fn motions(&self, _: &Stones, _: &Heap, _: u32) -> Vec<Motion> {
        Vec::new()
    }
    fn intents(&self, _: &Stones, _: &Heap) -> Vec<Intent> {
        Vec::new()
    }
    fn evaluations(&self) -> Vec<EvaluationEntry<Stones>> {
        vec![EvaluationEntry::new("even", "", |_| Box::new(Even))]
    }
    fn own_players(&self) -> Vec<MethodInfo> {
        vec![MethodInfo::new("takes as little as it can").named("modest")]
    }
    fn own_player(&self, _: &Stones, _: &Spec) -> Result<OwnPlayer<Stones>, SpecError> {
        Ok(Box::new(Modest))
    }
}

struct Modest;

impl Player<Stones> for Modest {
    fn choose(
        &mut self,
        game: &Stones,
        position: &Position<Stones>,
        _: &Budget,
        _: &mut dyn FnMut(&Thought<u32>),
    ) -> Thought<u32> {
        let mut moves = Vec::new();
        game.moves(&position.state, &mut moves);
        Thought {
            best: moves[..1].to_vec(),
            score: 0,
            proof: None,
            depth: 1,
            nodes: 1,
            lines: Vec::new(),
        }
    }
}
