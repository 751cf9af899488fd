use super::Row;
use super::study::{self, Study, Value, Variant};
use crate::report::chart::{Axis, Chart, Panel, Point, Series, panel_width};
use crate::report::{Plot, begin, escape, fill};
use crate::units;

/// All plots of the runs: solved within a time, time, length, states, memory, coverage.
pub fn plots(rows: &[Row]) -> Vec<Plot> {
    let study = Study::new(rows);
    let pictures = Pictures::new(&study, rows);
    let length = match rows.iter().any(|row| row.metric.as_deref() == Some("pushes")) {
        true => "Solution length in pushes",
        false => "Solution length in moves",
    };
    vec![
        pictures.cactus(),
        pictures.by_level("time", "Run time", true, study::time, units::seconds),
        pictures.by_level("states", "States expanded", true, study::states, units::count),
        pictures.by_level("length", length, false, study::length, units::count),
        pictures.by_level("memory", "Peak memory", true, study::memory, units::bytes),
        coverage(&study),
    ]
}

/// How a study is spread over panels: one for each method where there are several with several heuristics, whose colours
/// tell them apart; else one panel, with a colour for each variant.
struct Pictures<'a> {
    study: &'a Study<'a>,
    /// Titles, and the variants inside with their styles.
    panels: Vec<(String, Vec<(usize, usize)>)>,
    legend: Vec<(usize, String)>,
    /// The time limit of the runs.
    limit: Option<f64>,
}

impl<'a> Pictures<'a> {
    fn new(study: &'a Study<'a>, rows: &[Row]) -> Self {
        let (families, heuristics) = (study.families(), study.heuristics());
        let named = heuristics.iter().flatten().count();
        let limit = rows.iter().filter_map(|row| row.time_limit).reduce(f64::max);
        if families.len() > 1 && named > 1 {
            let variants = |family: &str| -> Vec<(usize, usize)> {
                let styled = heuristics.iter().enumerate();
                styled
                    .filter_map(|(style, heuristic)| {
                        Some((study.variant(family, *heuristic)?, style))
                    })
                    .collect()
            };
            let word = |heuristic: &Option<&str>| heuristic.unwrap_or("no heuristic").to_owned();
            Self {
                study,
                panels: families
                    .iter()
                    .map(|family| ((*family).to_owned(), variants(family)))
                    .collect(),
                legend: heuristics.iter().map(word).enumerate().collect(),
                limit,
            }
        } else {
            let all = (0..study.variants.len()).map(|variant| (variant, variant));
            let names = study.variants.iter().map(Variant::name);
            let panels = vec![(String::new(), all.collect())];
            Self { study, panels, legend: names.enumerate().collect(), limit }
        }
    }

    fn panels(&self, series: impl Fn(usize, usize) -> Series) -> Vec<Panel> {
        self.panels
            .iter()
            .map(|(title, variants)| Panel {
                title: title.clone(),
                series: variants.iter().map(|&(variant, style)| series(variant, style)).collect(),
            })
            .collect()
    }

    /// A mark for each level and variant: the middle of its runs, a line as far as they go; unsolved ones at the limit.
    fn by_level(
        &self,
        name: &'static str,
        title: &str,
        logarithmic: bool,
        value: Value,
        words: fn(f64) -> String,
    ) -> Plot {
        let study = self.study;
        let is_time = name == "time";
        let series = |variant: usize, style: usize| {
            let point = |level: usize| {
                let spread = study.spread(variant, level, value);
                let x = level as f64;
                match spread {
                    Some(spread) => {
                        let range = Some((spread.low, spread.high));
                        Some(Point { x, y: spread.median, range, limit: false })
                    }
                    None if is_time => study.given_up(variant, level).map(|y| Point {
                        x,
                        y,
                        range: None,
                        limit: true,
                    }),
                    None => None,
                }
            };
            let points = (0..study.levels.len()).filter_map(point).collect();
            Series { style, points, stairs: false }
        };
        let panels = self.panels(series);
        let points = || panels.iter().flat_map(|panel| &panel.series).flat_map(|one| &one.points);
        let has_limits = points().any(|point| point.limit);
        let values: Vec<f64> = points().map(|point| point.y).collect();
        let at = |limit: f64| points().any(|point| point.limit && point.y == limit);
        let limit = self.limit.filter(|&limit| at(limit));
        let columns = panels.len().min(2);
        let names: Vec<String> =
            (0..study.levels.len()).map(|level| study.level_tick(level)).collect();
        let y = match logarithmic {
            true => Axis::logarithmic(title, &values, words, 420.0),
            false => Axis::linear(title, &values, words),
        };
        let chart = Chart {
            title: format!("{title} by level{}", if logarithmic { " (logarithmic)" } else { "" }),
            x: Axis::names("level", &names, panel_width(columns)),
            y,
            panels,
            legend: self.legend.clone(),
            columns,
            limit: limit.map(|limit| (limit, format!("limit {}", units::seconds(limit)))),
            has_limits,
        };
        Plot { name, title: chart.title.clone(), svg: chart.svg() }
    }

    /// How many levels of each variant are solved within a time.
    fn cactus(&self) -> Plot {
        let study = self.study;
        let series = |variant: usize, style: usize| {
            let points = solved_within(study, variant)
                .into_iter()
                .map(|(seconds, solved)| Point { x: seconds, y: solved, range: None, limit: false })
                .collect();
            Series { style, points, stairs: true }
        };
        let panels = self.panels(series);
        let points = || panels.iter().flat_map(|panel| &panel.series).flat_map(|one| &one.points);
        let times: Vec<f64> = points().map(|point| point.x).collect();
        let title = "Levels solved within a time";
        let chart = Chart {
            title: title.to_owned(),
            x: Axis::logarithmic(
                "time, logarithmic",
                &times,
                units::seconds,
                panel_width(panels.len().clamp(1, 4)),
            ),
            y: Axis::linear("levels solved", &[study.levels.len() as f64], units::count),
            columns: panels.len().min(4),
            panels,
            legend: self.legend.clone(),
            limit: None,
            has_limits: false,
        };
        Plot { name: "cactus", title: title.to_owned(), svg: chart.svg() }
    }
}

/// The times at which a variant solves one more level, and how many it has then; a level that a part of its runs solved
/// counts that part.
pub(super) fn solved_within(study: &Study<'_>, variant: usize) -> Vec<(f64, f64)> {
    let levels = 0..study.levels.len();
    let mut times: Vec<(f64, f64)> = levels
        .filter_map(|level| {
            let seconds = study.spread(variant, level, study::time)?.median;
            Some((seconds, study.share(variant, level)))
        })
        .collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut solved = 0.0;
    for (_, share) in &mut times {
        solved += *share;
        *share = solved;
    }
    times
}

/// A bar for each variant: the share of its runs that were solved, and of those proven best.
fn coverage(study: &Study<'_>) -> Plot {
    let title = "Runs solved and proven the best";
    let height = 46.0 + study.variants.len() as f64 * 30.0;
    let mut out = begin(960.0, height, title);
    out.push_str(&format!(r#"<text class="head" x="8" y="20">{title}</text>"#));
    let heuristics = study.heuristics();
    for (i, variant) in study.variants.iter().enumerate() {
        let runs = study.all_runs(i).count();
        let solved = study.all_runs(i).filter(|row| row.is_solved()).count();
        let proven = study.all_runs(i).filter(|row| row.optimal).count();
        let scale = 420.0 / runs.max(1) as f64;
        let y = 36.0 + i as f64 * 30.0;
        let style = match heuristics.iter().flatten().count() > 1 && study.families().len() > 1 {
            true => heuristics.iter().position(|one| *one == variant.heuristic.as_deref()),
            false => Some(i),
        };
        let colour = fill(style.unwrap_or(i));
        let bar = |width: f64, opacity: &str| {
            format!(
                r#"<rect x="330" y="{y:.1}" width="{width:.1}" height="18" rx="4" class="{colour}" fill-opacity="{opacity}"/>"#
            )
        };
        let text = y + 14.0;
        out.push_str(&format!(
            r#"<text x="320" y="{text:.1}" text-anchor="end">{}</text>{}{}{}<text x="762" y="{text:.1}">{solved} of {runs}, {proven} proven</text>"#,
            escape(&variant.name()),
            bar(420.0, ".15"),
            bar(solved as f64 * scale, ".55"),
            bar(proven as f64 * scale, "1"),
        ));
    }
    out.push_str("</svg>");
    Plot { name: "coverage", title: title.to_owned(), svg: out }
}
