use super::budget::Budget;
use super::configurations::Configurations;
use super::walks::{Closed, Found, Walks};
use super::work::{Method, Work};

/// The cheapest way through the configurations of all solutions that are known: takes the best of each.
#[derive(Debug, Default)]
pub(super) struct Together;

impl<const N: usize> Method<N> for Together {
    fn name(&self) -> String {
        "all solutions together".into()
    }

    fn pass(&mut self, work: &mut Work<N>, budget: &mut Budget<'_>) {
        let mut set = Configurations::new();
        let most = Walks::<N, Closed>::most_configurations(&work.terrain);
        for line in std::iter::once(&work.line).chain(&work.others) {
            for place in &line.places {
                if set.len() < most {
                    set.add(place.boxes);
                }
            }
        }
        let end = work.line.pushes.len();
        let mut walks = Walks::new(&work.terrain, work.price, set, Closed);
        if let Found::Better(pushes, to) = walks.run(&work.task(0, end), usize::MAX, budget) {
            work.replace(0, to, &pushes);
        }
    }
}
