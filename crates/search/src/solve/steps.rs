/// What steps cost, as far as seen: fewest steps are cheapest only where each costs the same number
/// of whole units and what is below a unit never adds up to one.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepCosts {
    least: u32,
    most: u32,
}

impl Default for StepCosts {
    fn default() -> Self {
        Self { least: u32::MAX, most: 0 }
    }
}

impl StepCosts {
    /// Sees the cost of a step.
    pub(super) fn see(&mut self, cost: u32) {
        self.least = self.least.min(cost);
        self.most = self.most.max(cost);
    }

    /// Sees all that another has seen.
    pub(super) fn merge(&mut self, other: Self) {
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    /// Whether the cheapest of the solutions with fewest steps, of this cost, is the cheapest of all.
    ///
    /// A longer solution begins with as many steps as this one has, all of which have been seen;
    /// then follows at least one more, of as many whole units as every step seen.
    pub(super) fn prove(self, cost: u32, steps: usize, unit: u32) -> bool {
        let unit = unit.max(1);
        let whole = self.least / unit;
        let longer = (steps as u64 + 1) * u64::from(whole) * u64::from(unit);
        cost < u32::MAX && whole > 0 && self.most / unit == whole && u64::from(cost) <= longer
    }
}
