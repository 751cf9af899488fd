/// The natural logarithm of a number from 1 on, by a series: the same bits on every machine, which the
/// system's own does not promise.
pub(super) const fn ln(mut x: f64) -> f64 {
    let mut halvings = 0;
    while x > 1.5 {
        x /= 2.0;
        halvings += 1;
    }
    // ln(x) = 2 · artanh((x - 1) / (x + 1))
    let y = (x - 1.0) / (x + 1.0);
    let (mut term, mut sum, mut k) = (y, 0.0, 1.0);
    while k < 16.0 {
        sum += term / k;
        term *= y * y;
        k += 2.0;
    }
    2.0 * sum + halvings as f64 * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_series_gives_the_logarithm() {
        for x in [1.0, 1.2, 1.5, 2.0, 3.0, 10.0, 61.0, 1e3, 1e6, 4e9] {
            assert!((ln(x) - f64::ln(x)).abs() < 1e-6, "{x}");
        }
    }
}
