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
        ("{preset}", PRESETS.last().map_or("", |preset| preset.id).into()),
    ];
    let filled = |command: Command| {
        let Some(help) = command.get_after_help() else { return command };
        let help = help.to_string();
        command.after_help(words.iter().fold(help, |help, (word, value)| help.replace(word, value)))
    };
    filled(command).mut_subcommands(filled)
}

/// Every command line that the help gives as an example.
pub fn all(command: &Command) -> Vec<String> {
    let helps = std::iter::once(command).chain(command.get_subcommands());
    let helps: Vec<String> =
        helps.filter_map(Command::get_after_help).map(ToString::to_string).collect();
    let lines = helps.iter().flat_map(|help| help.lines()).filter_map(|line| {
        let line = line.trim();
        let line = line
            .strip_prefix("Example")
            .map_or(line, |rest| rest.trim_start_matches(['s', ':', ' ']));
        let line = line.split("  #").next().unwrap_or_default().trim();
        (line.starts_with("plyground ") || line.contains("| plyground ")).then(|| line.to_owned())
    });
    lines.collect()
}
