//! A puzzle of one's own: two jugs and a tap, measure out four litres. `cargo run --release --example own_puzzle`

use plyground::{Properties, Puzzle, SpecError, heuristic_fn, pack_plain, solve, solve_with};

struct Jugs {
    sizes: [u8; 2],
    wanted: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Fill(usize),
    Empty(usize),
    Pour(usize),
}

impl Puzzle for Jugs {
    type State = [u8; 2];
    type Move = Step;
    pack_plain!();

    fn start(&self) -> [u8; 2] {
        [0, 0]
    }
    fn moves(&self, litres: &[u8; 2], out: &mut Vec<Step>) {
        out.extend((0..2).flat_map(|jug| [Step::Fill(jug), Step::Empty(jug), Step::Pour(jug)]));
        out.retain(|&step| self.play(litres, step) != *litres);
    }
    fn play(&self, litres: &[u8; 2], step: Step) -> [u8; 2] {
        let mut next = *litres;
        match step {
            Step::Fill(jug) => next[jug] = self.sizes[jug],
            Step::Empty(jug) => next[jug] = 0,
            Step::Pour(jug) => {
                let poured = next[jug].min(self.sizes[1 - jug] - next[1 - jug]);
                next[jug] -= poured;
                next[1 - jug] += poured;
            }
        }
        next
    }
    fn is_solved(&self, litres: &[u8; 2]) -> bool {
        litres.contains(&self.wanted)
    }
    fn step_text(&self, _: &[u8; 2], step: Step) -> String {
        format!("{step:?} ")
    }
}

fn main() -> Result<(), SpecError> {
    let jugs = Jugs { sizes: [3, 5], wanted: 4 };
    let away = |jugs: &Jugs, now: &[u8; 2]| Some(u32::from(!jugs.is_solved(now)));
    let guided = solve_with(&jugs, heuristic_fn(Properties::CONSISTENT, away), "astar")?;
    for (name, report) in [("bfs", solve(&jugs, "bfs")?), ("astar", guided)] {
        let line = report.solution.map_or("no solution".into(), |moves| jugs.line_text(&moves));
        println!("{name}: {line}({} states)", report.stats.expanded);
    }
    Ok(())
}
