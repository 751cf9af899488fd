//! What the level of a day is like: more boxes and more pushes from Monday to Sunday.

use plyground_core::{DailyGrade, Options};

/// Boxes, width, height, fewest pushes, changes tried to make each level better and the difficulty aimed at, Monday first.
/// With five boxes each change takes so many positions that a moment's work allows for few.
const GRADES: [(usize, usize, usize, usize, usize, f64); 7] = [
    (2, 8, 7, 8, 15, 2.0),
    (2, 8, 8, 10, 15, 2.7),
    (3, 8, 8, 10, 15, 3.3),
    (3, 9, 8, 14, 15, 3.9),
    (4, 9, 8, 16, 15, 4.5),
    (4, 9, 9, 20, 15, 5.2),
    (5, 9, 8, 20, 4, 6.5),
];

/// The grade of a day of the week, 0 to 6.
pub fn grade(index: usize) -> Option<DailyGrade> {
    let &(boxes, width, height, least, effort, difficulty) = GRADES.get(index)?;
    let wishes = Options::new()
        .with("boxes", boxes)
        .with("width", width)
        .with("height", height)
        .with("least", least)
        .with("effort", effort);
    Some(DailyGrade { wishes, difficulty })
}
