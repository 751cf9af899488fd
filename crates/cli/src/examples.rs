//! Examples in the help, with the worlds of the catalog at hand.

use clap::Command;
use plyground_catalog::Catalog;
use plyground_lab::experiment::PRESETS;

/// Writes the names of worlds, setups and heuristics into the examples of every command.
pub fn fill(command: Command, catalog: &Catalog) -> Command {
    let puzzle = catalog.puzzle_worlds().next();
    let game = catalog.game_worlds().next();
    let heuristics = puzzle.map(|world| world.heuristics()).unwrap_or_default();
    let heuristics: Vec<_> = heuristics.iter().take(2).map(|heuristic| &*heuristic.id).collect();
    let setup = game.and_then(|world| world.setups().into_iter().find(|setup| setup.recommended));
    let words = [
        ("{puzzle}", puzzle.map_or("PUZZLE".into(), |world| world.info().id)),
        ("{game}", game.map_or("GAME".into(), |world| world.info().id)),
        ("{heuristics}", heuristics.join(",").into()),
        ("{setup}", setup.map_or("".into(), |setup| format!(" --setup {}", setup.id).into())),
        ("{preset}", PRESETS.first().map_or("", |preset| preset.id).into()),
    ];
    command.mut_subcommands(|command| {
        let Some(help) = command.get_after_help() else { return command };
        let help = help.to_string();
        command.after_help(words.iter().fold(help, |help, (word, value)| help.replace(word, value)))
    })
}
