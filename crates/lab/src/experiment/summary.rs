use super::Row;
use super::findings::{Comparison, FEWEST, Measure, compare};
use super::study::{Study, Variant};
use crate::machine::cores_of;
use crate::statistics::Spread;

/// The most sentences about differences; the others are in the data.
const MOST_FINDINGS: usize = 10;
/// The most names in one sentence.
const MOST_NAMES: usize = 4;

/// What the runs show, in sentences computed from them, a page at most; the same runs give the same words.
pub fn summary(rows: &[Row]) -> Vec<String> {
    let study = Study::new(rows);
    let comparisons = compare(&study);
    let mut words = vec![who_solved_most(&study)];
    words.extend(unsolved(&study));
    words.extend(who_is_shortest(&study));
    words.extend(differences(&study, &comparisons));
    words.push(how_noisy(&study, rows));
    words.extend(how_busy(rows));
    words
}

/// Names, as many as a sentence bears.
fn listed(names: &[String]) -> String {
    match names.len().checked_sub(MOST_NAMES + 1) {
        None => names.join(", "),
        Some(_) => {
            let more = names.len() - MOST_NAMES;
            format!("{} and {more} more", names[..MOST_NAMES].join(", "))
        }
    }
}

/// A count that may be a fraction.
pub(super) fn levels(count: f64) -> String {
    let text = format!("{count:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn who_solved_most(study: &Study<'_>) -> String {
    let total = match study.levels.len() {
        1 => "1 level".to_owned(),
        count => format!("{count} levels"),
    };
    let solved: Vec<f64> = (0..study.variants.len()).map(|variant| study.solved(variant)).collect();
    let most = solved.iter().copied().fold(0.0, f64::max);
    let least = solved.iter().copied().fold(f64::MAX, f64::min);
    let named = |count: f64| {
        let with =
            study.variants.iter().zip(&solved).filter(|(_, one)| (**one - count).abs() < 1e-9);
        listed(&with.map(|(variant, _)| variant.name()).collect::<Vec<_>>())
    };
    if study.variants.len() == 1 {
        return format!("{} solved {} of {total}.", named(most), levels(most));
    }
    if (most - least).abs() < 1e-9 {
        return format!("Every method solved {} of {total}.", levels(most));
    }
    format!(
        "Solved most of {total}: {} ({}). Solved least: {} ({}).",
        named(most),
        levels(most),
        named(least),
        levels(least)
    )
}

fn unsolved(study: &Study<'_>) -> Option<String> {
    let none: Vec<String> = (0..study.levels.len())
        .filter(|&level| study.shortest(level).is_none())
        .map(|level| study.level_name(level))
        .collect();
    (!none.is_empty()).then(|| format!("Solved by no run: {}.", listed(&none)))
}

/// Who finds the shortest solutions.
fn who_is_shortest(study: &Study<'_>) -> Option<String> {
    let excess: Vec<(f64, &Variant)> = study
        .variants
        .iter()
        .enumerate()
        .filter_map(|(index, variant)| Some((study.excess(index)?, variant)))
        .collect();
    let best = excess.iter().filter(|(over, _)| *over < 1e-9).map(|(_, variant)| variant.name());
    let best: Vec<String> = best.collect();
    let (over, worst) = excess.iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    if *over < 1e-9 {
        return Some("All solutions of a level are equally short.".to_owned());
    }
    let worst = format!("The longest: {} (on average {:.0} % above)", worst.name(), over * 100.0);
    Some(match best.is_empty() {
        true => format!("No method always found the shortest solution known here. {worst}."),
        false => {
            format!(
                "Always the shortest solution known here, where they found one: {}. {worst}.",
                listed(&best)
            )
        }
    })
}

/// The differences that are beyond chance and matter most: within each method between its heuristics, then between all.
fn differences(study: &Study<'_>, comparisons: &[Comparison]) -> Vec<String> {
    let found: Vec<&Comparison> = comparisons.iter().filter(|one| one.is_finding()).collect();
    let by = format!(
        "paired signed-rank tests on the levels both solved, {} of them, corrected by Holm, 5 %",
        comparisons.len()
    );
    if study.variants.len() < 2 {
        return Vec::new();
    }
    if comparisons.is_empty() {
        return vec![format!(
            "Chance is not ruled out: no two methods differ on {FEWEST} levels or more that both solved."
        )];
    }
    if found.is_empty() {
        return vec![format!("No difference between two methods is beyond chance ({by}).")];
    }
    let mut sentences: Vec<(f64, String)> = Vec::new();
    for measure in Measure::ALL {
        for family in study.families() {
            let inside: Vec<usize> = (0..study.variants.len())
                .filter(|&variant| study.variants[variant].family == family)
                .collect();
            if inside.len() > 1 && inside.len() < study.variants.len() {
                sentences.extend(best_of(study, &found, measure, &inside, Some(family)));
            }
        }
        let all: Vec<usize> = (0..study.variants.len()).collect();
        sentences.extend(best_of(study, &found, measure, &all, None));
    }
    sentences.sort_by(|a, b| b.0.total_cmp(&a.0));
    sentences.truncate(MOST_FINDINGS);
    let mut words: Vec<String> = sentences.into_iter().map(|(_, sentence)| sentence).collect();
    words.push(match found.len() {
        1 => format!("One difference is beyond chance ({by})."),
        count => format!("{count} differences are beyond chance ({by})."),
    });
    words
}

/// The variant among these that takes least of something, and whom it beats; with how much that matters.
fn best_of(
    study: &Study<'_>,
    found: &[&Comparison],
    measure: Measure,
    among: &[usize],
    family: Option<&str>,
) -> Option<(f64, String)> {
    let beaten = |winner: usize| {
        let mut beaten: Vec<&Comparison> = found
            .iter()
            .copied()
            .filter(|one| one.measure == measure && one.less == winner && among.contains(&one.more))
            .collect();
        beaten.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        beaten
    };
    let loses = |variant: usize| {
        found
            .iter()
            .any(|one| one.measure == measure && one.more == variant && among.contains(&one.less))
    };
    // Of several that nobody beats, the one that beats most.
    let unbeaten = among.iter().copied().filter(|&variant| !loses(variant));
    let winner = unbeaten.max_by_key(|&variant| (beaten(variant).len(), usize::MAX - variant))?;
    let beaten = beaten(winner);
    let largest = beaten.first()?.ratio;
    let name = |variant: usize| match (&study.variants[variant].heuristic, family) {
        (Some(heuristic), Some(_)) => heuristic.clone(),
        _ => study.variants[variant].name(),
    };
    let size = |ratio: f64| match measure {
        Measure::Length => format!("{:.0} %", (1.0 - 1.0 / ratio) * 100.0),
        _ if ratio < 10.0 => format!("{ratio:.1}×"),
        _ => format!("{ratio:.0}×"),
    };
    let names: Vec<String> = beaten
        .iter()
        .map(|one| format!("{} ({} on {} levels)", name(one.more), size(one.ratio), one.levels))
        .collect();
    let takes = match measure {
        Measure::States => "expands fewer states than",
        Measure::Time => "takes less time than",
        Measure::Length => "finds shorter solutions than",
    };
    let place = family.map_or_else(String::new, |family| format!("{family}: "));
    let sentence = format!("{place}{} {takes} {}.", name(winner), listed(&names));
    Some((largest.ln() * beaten.len() as f64, sentence))
}

/// Whether times mean anything.
fn how_noisy(study: &Study<'_>, rows: &[Row]) -> String {
    let machines: std::collections::BTreeSet<&str> =
        rows.iter().map(|row| row.machine.as_str()).collect();
    let apart = match machines.len() {
        0 | 1 => "",
        _ => " Runs come from several machines; times are compared only between runs of the same.",
    };
    match Spread::of(study.noise()) {
        None => format!(
            "Times are not compared: repeat the runs to see how quiet the machine is.{apart}"
        ),
        Some(noise) => format!(
            "Repeats of the same run lie {:.0} % apart in time ({:.0} % at most); times are compared only where that is \
             below 25 %, the ranges do not overlap, and different states were expanded.{apart}",
            noise.median * 100.0,
            noise.high * 100.0
        ),
    }
}

/// Whether others wanted the machine, too: a load of more than its cores, and one for what the system itself does.
fn how_busy(rows: &[Row]) -> Option<String> {
    let crowded = |row: &&Row| {
        let cores = cores_of(&row.machine)?;
        row.load.filter(|&load| load > cores as f64 + 1.0)
    };
    let loads: Vec<f64> = rows.iter().filter_map(|row| crowded(&row)).collect();
    let most = loads.iter().copied().reduce(f64::max)?;
    Some(format!(
        "{} of {} runs were made while more wanted the processor than it has cores (load up to {most:.1}): their times are \
         too long.",
        loads.len(),
        rows.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_where_the_machine_was_too_busy_or_not_the_only_one() {
        let row = |machine: &str, load| Row {
            machine: machine.to_owned(),
            load,
            ..Row::sample("bfs", 3)
        };
        let quiet = [row("a, 2 cores", Some(2.4)), row("a, 2 cores", None)];
        assert!(
            !summary(&quiet)
                .iter()
                .any(|words| words.contains("load") || words.contains("several"))
        );
        let busy = [row("a, 2 cores", Some(2.4)), row("b, 8 cores", Some(12.25))];
        let words = summary(&busy).join(" ");
        assert!(words.contains("1 of 2 runs were made while more wanted"), "{words}");
        assert!(words.contains("load up to 12.2") && words.contains("several machines"), "{words}");
    }

    #[test]
    fn one_level_is_a_level_and_shows_nothing_of_chance() {
        let words = summary(&[Row::sample("bfs", 3), Row::sample("dfs", 5)]).join(" ");
        assert!(words.contains("of 1 level."), "{words}");
        assert!(
            words.contains("Chance is not ruled out") && !words.contains(", 0 of them"),
            "{words}"
        );
    }
}
