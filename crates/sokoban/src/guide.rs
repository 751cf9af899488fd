//! What Sokoban says of itself, and how its levels are painted.

use plyground_core::scene::{Ground, Piece, Scene, Shape, Tone};
use plyground_core::{Brush, Puzzle, Rules, Sheet, SpecError, Tip, Transform};

use crate::{Level, MoveSpace, Position, Step, Tile};

/// The brushes with the characters they leave on plain floor.
const BRUSHES: [(&str, char); 5] =
    [("Wall", '#'), ("Floor", ' '), ("Box", '$'), ("Goal", '.'), ("Player", '@')];

/// The level with which the editor begins.
pub const BLANK: &str = "#######\n#     #\n# .$  #\n#  @  #\n#     #\n#######\n";

/// The rules in words, with a level to try them on.
pub fn rules() -> Rules {
    let text = [
        "You walk up, down, left and right on floor. Walking into a box pushes it one square, if the square behind it is free.",
        "You never pull, and never push two boxes at once. A box in a corner that is no goal is lost: undo.",
        "The level is solved when every box is on a goal. Fewer moves, or fewer pushes, are better.",
    ];
    Rules::new(text, "#######\n#     #\n#@$ . #\n#     #\n#######\n")
}

/// What a newcomer should do: the next push of the level's own solution, as long as the boxes stand as they do there.
pub fn tip(level: &Level, space: &MoveSpace, line: &[Step], here: &Position) -> Option<Tip> {
    if level.solution.is_none() || here.is_solved(space.board()) {
        return None;
    }
    let board = space.board();
    let mut position = space.start();
    for &step in line {
        if position.boxes == here.boxes && space.moves_box(&position, step) {
            let box_at = board.step(position.player, step.direction);
            let to = board.step(box_at, step.direction);
            if here.player != position.player {
                let text = "Walk behind the box: tap the marked square, or use the arrow keys.";
                return Some(Tip::new(text, [board.square(position.player)]));
            }
            let way = match (position.boxes.len(), board.is_goal(to)) {
                (1, true) => "Push the box onto the ring",
                _ => "Push the box: you cannot pull it back",
            };
            let text =
                format!("{way}. Walk into it with an arrow, or tap it and then the marked square.");
            return Some(Tip::new(text, [board.square(box_at), board.square(to)]));
        }
        position = space.play(&position, step);
    }
    let text = "That is another way. Undo takes a step back; Hint shows the next one from here.";
    Some(Tip::new(text, []))
}

/// What a character of a draft looks like.
fn look(glyph: char) -> (Ground, Option<Piece>) {
    let tile = Tile::from_char(glyph).unwrap_or(Tile::Floor);
    let ground = match tile {
        Tile::Wall => Ground::Wall,
        tile if tile.is_goal() => Ground::Goal,
        _ => Ground::Floor,
    };
    let piece = match tile {
        Tile::Crate => Some(Piece::new("box", Shape::Crate, Tone::Wood, glyph)),
        Tile::CrateOnGoal => Some(Piece::new("box", Shape::Crate, Tone::Gold, glyph)),
        tile if tile.is_player() => Some(Piece::new("player", Shape::Person, Tone::Blue, glyph)),
        _ => None,
    };
    (ground, piece)
}

/// What the editor paints with.
pub fn brushes() -> Vec<Brush> {
    let brush = |(name, glyph)| {
        let (ground, piece) = look(glyph);
        Brush::new(name).showing(ground, piece)
    };
    BRUSHES.map(brush).to_vec()
}

fn read(draft: &str) -> Sheet {
    let is_row = |line: &str| {
        !line.trim().is_empty() && line.chars().all(|glyph| "#@+$*.-_ ".contains(glyph))
    };
    Sheet::read(draft, ' ', is_row)
}

/// The draft of a sheet whose board was changed: a solution of the old one is none.
fn changed(mut sheet: Sheet) -> String {
    sheet.forget("solution:");
    sheet.text()
}

/// The draft after a stroke. A goal goes together with a box or the player; there is one player: a new one takes the
/// place of the old one.
pub fn paint(draft: &str, cell: usize, brush: &str) -> Result<String, SpecError> {
    let Some(&(_, glyph)) = BRUSHES.iter().find(|(name, _)| *name == brush) else {
        return Err(SpecError::unknown("brush", brush, BRUSHES.map(|(name, _)| name)));
    };
    let mut sheet = read(draft);
    let before = sheet.get(cell).and_then(Tile::from_char).unwrap_or(Tile::Floor);
    let after = match glyph {
        '$' if before.is_goal() => '*',
        '@' if before.is_goal() => '+',
        '.' if before.is_crate() => '*',
        '.' if before.is_player() => '+',
        glyph => glyph,
    };
    if glyph == '@' {
        sheet.replace('@', ' ');
        sheet.replace('+', '.');
    }
    sheet.set(cell, after);
    Ok(changed(sheet))
}

/// The draft with other columns and rows; what is new is wall.
pub fn resize(draft: &str, width: usize, height: usize) -> String {
    let mut sheet = read(draft);
    sheet.resize(width, height, '#');
    changed(sheet)
}

/// The draft mirrored, turned or trimmed.
pub fn transform(draft: &str, change: Transform) -> String {
    let mut sheet = read(draft);
    if change == Transform::Trim {
        // Blanks outside the walls are worth no more than walls.
        let wall_or_blank = |glyph: char| matches!(glyph, '#' | ' ' | '-' | '_');
        let full = |glyph: char| glyph == '#';
        let blank = |glyph: char| glyph != '#' && wall_or_blank(glyph);
        sheet.transform(change, full);
        sheet.transform(change, blank);
    } else {
        sheet.transform(change, |_| false);
    }
    changed(sheet)
}

/// How a draft looks, whatever is missing.
pub fn sketch(draft: &str) -> Scene {
    read(draft).sketch(look)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_goes_together_with_what_stands_on_it_in_either_order() {
        let paint_all = |strokes: &[&str]| {
            let draft = "####\n#  #\n####\n".to_owned();
            strokes.iter().fold(draft, |draft, brush| paint(&draft, 5, brush).unwrap())
        };
        assert_eq!(paint_all(&["Goal", "Box"]), "####\n#* #\n####\n");
        assert_eq!(paint_all(&["Box", "Goal"]), "####\n#* #\n####\n");
        assert_eq!(paint_all(&["Player", "Goal"]), "####\n#+ #\n####\n");
        assert_eq!(paint_all(&["Goal", "Player", "Box"]), "####\n#* #\n####\n");
        assert_eq!(paint_all(&["Goal", "Box", "Floor"]), "####\n#  #\n####\n");
    }

    #[test]
    fn a_second_player_moves_the_first_and_leaves_its_goal() {
        let draft = paint("#####\n#+  #\n#####\n", 7, "Player").unwrap();
        assert_eq!(draft, "#####\n#.@ #\n#####\n");
    }

    #[test]
    fn a_changed_board_has_no_old_solution() {
        let draft = "#####\n#@$.#\n#####\nTitle: One\nSolution: R\n";
        assert!(!paint(draft, 7, "Floor").unwrap().contains("Solution"));
        assert!(transform(draft, Transform::Mirror).contains("Title: One"));
    }
}
