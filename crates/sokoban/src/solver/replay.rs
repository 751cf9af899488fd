use crate::rules::with_reach;
use crate::{Board, Direction, NONE, Position, Push};

/// The pushes of a solution that [`solution_text`] wrote.
pub(crate) fn pushes_of_text(board: &Board, text: &str) -> Vec<Push> {
    let mut player = board.player();
    let mut pushes = Vec::new();
    for letter in text.chars() {
        let Some(direction) = Direction::from_letter(letter) else { continue };
        player = board.step(player, direction);
        if letter.is_ascii_uppercase() {
            pushes.push(Push { cell: player, direction });
        }
    }
    pushes
}

/// Plays pushes from the start and writes the moves in LURD; `None` where the rules forbid one of them or
/// the boxes do not end on goals.
pub(crate) fn solution_text(board: &Board, pushes: &[Push]) -> Option<String> {
    let mut position = Position::start(board);
    let mut text = String::new();
    for &push in pushes {
        let (stand, to) = (push.stand(board), board.step(push.cell, push.direction));
        let open = stand != NONE
            && to != NONE
            && position.boxes.contains(push.cell)
            && !position.boxes.contains(to);
        if !open {
            return None;
        }
        let path = with_reach(board, position.player, &position.boxes, |reach| {
            reach.contains(stand).then(|| reach.path(board, stand))
        })?;
        text.extend(path.into_iter().map(Direction::letter));
        text.push(push.direction.letter().to_ascii_uppercase());
        position = position.after(board, push);
    }
    position.is_solved(board).then_some(text)
}
