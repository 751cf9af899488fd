use std::path::PathBuf;

use plyground_catalog::{AnyGameWorld, AnyPuzzleWorld, Catalog, GameSession, World};
use plyground_core::Scene;
use plyground_core::scene::svg::Theme;
use plyground_core::scene::text::Charset;
use plyground_core::scene::{svg, text};
use plyground_picture::{Timing, gif, png};

use crate::args::{GameArgs, play_list, replay};
use crate::failure::{Done, Failure};
use crate::{input, output};

/// No animation is longer; the file would be of no use.
const MOST_FRAMES: usize = 5_000;

/// Draw a position: text, SVG, PNG or an animated GIF
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples: plyground show {puzzle} my-levels.txt --level 3 --at rrU --png level.png\n          \
                        plyground show {game}{setup}"
)]
pub struct Args {
    /// The world
    world: String,
    /// A file of levels, or a game record; - for standard input
    file: Option<PathBuf>,
    /// Which level of the file, or which game
    #[arg(long, value_name = "N", default_value_t = 1)]
    level: usize,
    /// Moves to play first
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    at: String,
    /// Write an SVG file
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Write a PNG file
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Write an animated GIF file of the moves in --solution, or of the best known ones
    #[arg(long, value_name = "OUT")]
    gif: Option<PathBuf>,
    /// The moves of the animation
    #[arg(long, value_name = "MOVES")]
    solution: Option<String>,
    /// Pixels in a cell of a picture
    #[arg(long, value_name = "PIXELS", default_value_t = 48,
          value_parser = clap::value_parser!(u32).range(4..=512))]
    cell: u32,
    /// Pictures for a dark background
    #[arg(long)]
    dark: bool,
    /// Plain ASCII instead of line characters
    #[arg(long)]
    ascii: bool,
    /// Print the scene as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

/// Draws the position.
pub fn run(catalog: &Catalog, args: Args) -> Result<Done, Failure> {
    match catalog.world(&args.world)? {
        World::Puzzle(world) => puzzle(&*world, &args),
        World::Game(world) => game(&*world, &args),
    }
}

fn puzzle(world: &dyn AnyPuzzleWorld, args: &Args) -> Result<Done, Failure> {
    let numbered = input::one(world, args.file.as_deref(), args.level)?;
    let mut session = numbered.level.start(&args.game.options())?;
    session.play(&args.at)?;
    let mut lines: Vec<String> = Vec::new();
    if session.measures().moves > 0 {
        lines.push(super::solve::measures_text(&session.measures()));
    }
    if session.is_solved() {
        lines.push("solved".to_owned());
    }
    lines.extend(session.warnings().into_iter().map(|warning| warning.text));
    draw(&plain(session.scene()), &lines, args)?;
    let Some(path) = &args.gif else { return Ok(Done::Yes) };
    let known = || {
        let best = numbered.level.info().best.map(|best| best.solution);
        best.filter(|_| args.at.is_empty())
    };
    let solution = args.solution.clone().or_else(known).ok_or_else(|| {
        Failure::input("--gif needs the moves to show: give them with --solution")
    })?;
    let steps = session.play_each(&solution)?;
    check_frames(steps)?;
    let mut scenes = vec![plain(session.scene())];
    for _ in 0..steps {
        session.undo();
        scenes.push(plain(session.scene()));
    }
    scenes.reverse();
    animate(&scenes, path, args, Timing::default())
}

fn game(world: &dyn AnyGameWorld, args: &Args) -> Result<Done, Failure> {
    let mut session = match &args.file {
        Some(path) => replay(path, world, args.level)?,
        None => world.start(&args.game.options())?,
    };
    play_list(&mut *session, &args.at)?;
    draw(&session.scene(), &game_lines(&*session), args)?;
    let Some(path) = &args.gif else { return Ok(Done::Yes) };
    if let Some(moves) = &args.solution {
        play_list(&mut *session, moves)?;
    }
    let turns = session.turns().len();
    check_frames(turns)?;
    if turns == 0 {
        return Err(Failure::input("--gif needs moves to show: a record file, --at or --solution"));
    }
    let mut scenes = vec![session.scene()];
    while session.undo() {
        scenes.push(session.scene());
    }
    scenes.reverse();
    animate(&scenes, path, args, Timing { first: 80, step: 70, last: 250 })
}

fn game_lines(session: &dyn GameSession) -> Vec<String> {
    let world = session.world();
    let [first, second] = session.score();
    let [a, b] = world.sides();
    let state = match session.ending() {
        Some(ending) => ending.reason,
        None => format!("{} to move", world.side_name(session.side())),
    };
    let score =
        if first.is_empty() { String::new() } else { format!("{a} {first}, {b} {second}; ") };
    vec![score + &state, session.position_text()]
}

/// A puzzle's marks of the last move are for those who play it.
fn plain(mut scene: Scene) -> Scene {
    scene.marks.clear();
    scene
}

fn draw(scene: &Scene, lines: &[String], args: &Args) -> Result<(), Failure> {
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    if let Some(path) = &args.svg {
        output::file(path, svg::render(scene, theme).as_bytes())?;
    }
    if let Some(path) = &args.png {
        output::file(path, &png(scene, args.cell, theme)?)?;
    }
    if args.json {
        return output::json(scene);
    }
    if args.svg.is_none() && args.png.is_none() && args.gif.is_none() {
        let charset = if args.ascii { Charset::Ascii } else { Charset::Unicode };
        output::text(&text::render(scene, charset))?;
        for line in lines {
            output::line(line)?;
        }
    }
    Ok(())
}

fn check_frames(frames: usize) -> Result<(), Failure> {
    if frames > MOST_FRAMES {
        let most = crate::numbers::grouped(MOST_FRAMES as u64);
        return Err(Failure::input(format!(
            "{frames} moves are too many for an animation; at most {most} are possible"
        )));
    }
    Ok(())
}

fn animate(
    scenes: &[Scene],
    path: &std::path::Path,
    args: &Args,
    timing: Timing,
) -> Result<Done, Failure> {
    let theme = if args.dark { Theme::Dark } else { Theme::Light };
    output::file(path, &gif(scenes, args.cell, theme, timing)?)?;
    Ok(Done::Yes)
}
