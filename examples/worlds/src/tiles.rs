//! Sliding tiles: numbers on a board with one gap, to be put in order.

use plyground::scene::{Grid, Ground, Piece, Scene, Shape, Tone};
use plyground::{
    Brush, Direction, Generated, Generation, HeuristicEntry, OptionInfo, OptionKind, Options, Pack,
    ParseError, Properties, Puzzle, PuzzleWorld, Rng, Rules, SpecError, WorldInfo, heuristic_fn,
    pack_plain,
};

/// The most cells of a board.
const CELLS: usize = 25;

/// The tiles, row by row; 0 is the gap, and what lies beyond the board.
type Cells = [u8; CELLS];

/// A board, as its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    cells: Cells,
}

impl Board {
    fn solved(width: usize, height: usize) -> Self {
        let last = width * height;
        let number = |cell| if cell + 1 < last { cell as u8 + 1 } else { 0 };
        Self { width, height, cells: std::array::from_fn(number) }
    }

    fn read(rows: &[(usize, &str)]) -> Result<Self, ParseError> {
        let mut numbers = Vec::new();
        let width = rows[0].1.split_whitespace().count();
        for &(line, row) in rows {
            for word in row.split_whitespace() {
                let number = if word == "." { Some(0) } else { word.parse::<u8>().ok() };
                let expected = || ParseError::new(line, 0, "expected numbers, and . for the gap");
                numbers.push(number.ok_or_else(expected)?);
            }
            if numbers.len() % width != 0 {
                return Err(ParseError::new(
                    line,
                    0,
                    format!("expected {width} tiles in each row"),
                ));
            }
        }
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let whole = sorted.iter().enumerate().all(|(index, &number)| index == usize::from(number));
        if !whole || !(2..=CELLS).contains(&numbers.len()) {
            let message = "expected each number from 1 on once, and one gap; 25 cells at most";
            return Err(ParseError::new(rows[0].0, 0, message));
        }
        let cells = std::array::from_fn(|cell| numbers.get(cell).copied().unwrap_or(0));
        Ok(Self { width, height: rows.len(), cells })
    }

    fn text(&self) -> String {
        let size = self.width * self.height;
        let word = |&number: &u8| if number == 0 { ".".into() } else { number.to_string() };
        let row = |row: &[u8]| row.iter().map(word).collect::<Vec<_>>().join(" ") + "\n";
        self.cells[..size].chunks(self.width).map(row).collect()
    }

    fn gap(&self, cells: &Cells) -> usize {
        cells.iter().position(|&number| number == 0).unwrap_or(0)
    }
}

impl Puzzle for Board {
    type State = Cells;
    /// Which way a tile slides.
    type Move = Direction;
    pack_plain!();

    fn start(&self) -> Cells {
        self.cells
    }

    fn moves(&self, cells: &Cells, out: &mut Vec<Direction>) {
        let gap = self.gap(cells);
        let from = |way: &Direction| way.opposite().from_cell(gap, self.width, self.height);
        out.extend(Direction::ALL.into_iter().filter(|way| from(way).is_some()));
    }

    fn play(&self, cells: &Cells, way: Direction) -> Cells {
        let (mut next, gap) = (*cells, self.gap(cells));
        if let Some(from) = way.opposite().from_cell(gap, self.width, self.height) {
            next.swap(gap, from);
        }
        next
    }

    fn is_solved(&self, cells: &Cells) -> bool {
        *cells == Self::solved(self.width, self.height).cells
    }

    fn move_slot(&self, _: &Cells, way: Direction) -> usize {
        way as usize
    }

    fn move_slots(&self) -> usize {
        4
    }

    fn step_text(&self, _: &Cells, way: Direction) -> String {
        way.letter().to_string()
    }
}

/// Rows and columns that each tile is away from its place.
fn manhattan(board: &Board, cells: &Cells) -> u32 {
    let tiles = cells.iter().enumerate().filter(|&(_, &number)| number > 0);
    tiles
        .map(|(cell, &number)| {
            let home = usize::from(number) - 1;
            let [x, y] = [cell % board.width, cell / board.width];
            x.abs_diff(home % board.width) + y.abs_diff(home / board.width)
        })
        .sum::<usize>() as u32
}

/// The world.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tiles;

impl PuzzleWorld for Tiles {
    type Level = Board;
    type Board = Board;

    fn info(&self) -> WorldInfo {
        WorldInfo::new("tiles", "Sliding tiles", "Slide numbered tiles into order")
    }

    fn packs(&self) -> Vec<Pack> {
        vec![Pack::new("First steps", include_str!("tiles.txt"))]
    }

    fn parse(&self, _: &str, bytes: &[u8]) -> Result<Vec<Board>, ParseError> {
        let text = String::from_utf8_lossy(bytes);
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim)).collect();
        let groups = lines.split(|(_, line)| line.is_empty()).filter(|rows| !rows.is_empty());
        let boards: Vec<Board> = groups.map(Board::read).collect::<Result<_, _>>()?;
        let empty = || ParseError::new(0, 0, "no board here; expected rows of numbers");
        if boards.is_empty() { Err(empty()) } else { Ok(boards) }
    }

    fn print(&self, levels: &[Board], _: &str) -> Result<String, SpecError> {
        Ok(levels.iter().map(Board::text).collect::<Vec<_>>().join("\n"))
    }

    fn board(&self, level: &Board, _: &Options) -> Result<Board, SpecError> {
        Ok(level.clone())
    }

    fn level_at(&self, level: &Board, _: &Board, cells: &Cells) -> Option<Board> {
        Some(Board { cells: *cells, ..level.clone() })
    }

    fn scene(&self, board: &Board, cells: &Cells) -> Scene {
        let size = (board.width, board.height);
        let name = |x: usize, y: usize| (format!("{},{}", y + 1, x + 1), Ground::Shade);
        let mut scene = Scene::squares(Grid::Linked, size, name);
        for (cell, &number) in cells.iter().enumerate().filter(|&(_, &number)| number > 0) {
            let home = usize::from(number) == cell + 1;
            let tone = if home { Tone::Teal } else { Tone::Wood };
            let glyph = char::from_digit(number.into(), 36).unwrap_or('?');
            let tile = Piece::new(format!("tile {number}"), Shape::Tile, tone, glyph);
            scene.put(cell, tile.with_letter(number.to_string()));
        }
        let home = scene.pieces.iter().filter(|piece| piece.tone == Tone::Teal).count();
        scene.caption = format!("{home} of {} tiles are in their places.", scene.pieces.len());
        scene
    }

    fn heuristic_table(&self) -> Vec<HeuristicEntry<Board>> {
        let summary = "rows and columns that the tiles are away from their places";
        vec![HeuristicEntry::new("manhattan", summary, Properties::CONSISTENT, |_| {
            let estimate = |board: &Board, cells: &Cells| Some(manhattan(board, cells));
            Box::new(heuristic_fn(Properties::CONSISTENT, estimate))
        })]
    }

    fn rules(&self) -> Rules {
        let text = [
            "A tile beside the gap slides into it: press an arrow, or click the tile.",
            "Solved when the numbers are in order, the gap last. Half of all boards cannot be solved.",
        ];
        Rules::new(text, "1 2 3\n4 . 6\n7 5 8\n")
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![Brush::new("Swap with the gap")]
    }

    fn paint(&self, draft: &str, cell: usize, _: &str) -> Result<String, SpecError> {
        let mut board = self.draft(draft)?;
        let gap = board.gap(&board.cells);
        if cell < board.width * board.height {
            board.cells.swap(gap, cell);
        }
        Ok(board.text())
    }

    fn resize(&self, _: &str, width: usize, height: usize) -> Result<String, SpecError> {
        if width < 2 || height < 2 || width * height > CELLS {
            return Err(SpecError(
                "a board has 2 rows and columns or more, 25 cells at most".into(),
            ));
        }
        Ok(Board::solved(width, height).text())
    }

    fn generator_options(&self) -> Vec<OptionInfo> {
        let summary = "columns and rows, 2 to 5";
        vec![OptionInfo { id: "size", kind: OptionKind::Number, default: "3", summary }]
    }

    fn generate(
        &self,
        wanted: &Generation,
        found: &mut dyn FnMut(Generated<Board>),
    ) -> Result<(), SpecError> {
        let size = wanted.options.number("size", 3, 2..=5)?;
        let mut rng = Rng::new(wanted.seed);
        for _ in 0..wanted.count {
            let mut board = Board::solved(size, size);
            let mut moves = Vec::new();
            for _ in 0..size.pow(5) {
                moves.clear();
                board.moves(&board.cells, &mut moves);
                let Some(&way) = rng.pick(&moves) else { break };
                board.cells = board.play(&board.cells, way);
            }
            let difficulty = f64::from(manhattan(&board, &board.cells));
            found(Generated { level: board, difficulty });
        }
        Ok(())
    }
}

impl Tiles {
    fn draft(&self, text: &str) -> Result<Board, SpecError> {
        let boards = self.parse("", text.as_bytes());
        boards.map(|mut boards| boards.remove(0)).map_err(|error| SpecError(error.to_string()))
    }
}
