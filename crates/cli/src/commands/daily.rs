use plyground_catalog::{Catalog, Date, daily, level_text};
use plyground_core::scene::text::{self, Charset};
use plyground_core::{LevelInfo, Options, Text};
use serde::Serialize;

use crate::failure::{Done, Failure};
use crate::{interrupt, output};

/// The levels of a day: one of each puzzle, the same for everybody, easy on Monday and hard on Sunday
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples: plyground daily\n          \
                        plyground daily --date 2026-11-18 --world {puzzle}\n          \
                        plyground daily --world {puzzle} --text > today.txt")]
pub struct Args {
    /// The day, such as 2026-11-18; today (at Greenwich) where none is given
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// Only the level of this world
    #[arg(long, value_name = "WORLD")]
    world: Option<String>,
    /// Print the levels in their world's format, to be kept in a file
    #[arg(long)]
    text: bool,
    /// Plain ASCII instead of line characters
    #[arg(long)]
    ascii: bool,
    /// Print JSON, one object a level
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    date: String,
    weekday: Text,
    /// How hard the day is: 1 on Monday to 7 on Sunday.
    grade: usize,
    world: Text,
    seed: u64,
    difficulty: f64,
    text: String,
    #[serde(flatten)]
    info: LevelInfo,
}

/// Makes and shows them.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    let date = args.date.as_deref().map_or_else(|| Ok(Date::today()), str::parse)?;
    let only = args.world.as_deref().map(|name| catalog.puzzle_world(name)).transpose()?;
    let only = only.map(|world| world.info().id);
    let cancel = interrupt::cancel();
    let mut shown = 0;
    for world in catalog.puzzle_worlds() {
        let info = world.info();
        if only.as_ref().is_some_and(|only| *only != info.id) {
            continue;
        }
        let Some(made) = daily::level_of(&**world, date, &cancel)? else { continue };
        shown += 1;
        if args.json {
            output::json(&Entry {
                date: date.to_string(),
                weekday: date.weekday().into(),
                grade: date.grade() + 1,
                seed: daily::seed(&info.id, date),
                world: info.id,
                difficulty: made.difficulty,
                text: level_text(&made.level)?,
                info: made.level.info(),
            })?;
        } else if args.text {
            let gap = if shown > 1 { "\n" } else { "" };
            output::text(&format!("{gap}{}", level_text(&made.level)?))?;
        } else {
            let gap = if shown > 1 { "\n" } else { "" };
            let words =
                format!("{gap}{}, {} {date}, {} of 7", info.name, date.weekday(), date.grade() + 1);
            output::line(words)?;
            let charset = if args.ascii { Charset::Ascii } else { Charset::Unicode };
            output::text(&text::render(&made.level.start(&Options::new())?.scene(), charset))?;
        }
    }
    if shown == 0 {
        return Err(Failure::input("no world here makes levels for a day"));
    }
    Ok(Done::Yes)
}
