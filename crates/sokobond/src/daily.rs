//! What the level of a day is like: bonding at the start of the week, then cutting and turning. Levels of pushing take the
//! generator too long for a page that waits.

use plyground_core::{DailyGrade, Options};

/// Chapter, size, fewest and most moves and the difficulty aimed at, Monday first.
const GRADES: [(&str, usize, usize, usize, f64); 7] = [
    ("bonding", 5, 5, 9, 3.0),
    ("bonding", 6, 8, 14, 5.0),
    ("cutting", 5, 6, 11, 6.5),
    ("cutting", 5, 7, 14, 8.0),
    ("turning", 5, 8, 16, 9.0),
    ("turning", 6, 10, 20, 10.0),
    ("turning", 6, 13, 26, 12.0),
];

/// The grade of a day of the week, 0 to 6.
pub fn grade(index: usize) -> Option<DailyGrade> {
    let &(chapter, size, least, most, difficulty) = GRADES.get(index)?;
    let wishes = Options::new()
        .with("chapter", chapter)
        .with("size", size)
        .with("least", least)
        .with("most", most);
    Some(DailyGrade { wishes, difficulty })
}
