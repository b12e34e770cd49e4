// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void intervalIsStudentsIntervalOfTheLogarithms() {
    // Logarithms 0, 1, 2, 3, 4: mean 2, deviation sqrt(2.5), t(0.975, 4) = 2.776445.
    Interval interval =
        Interval.of(Math.exp(4), Math.exp(1), Math.exp(0), Math.exp(3), Math.exp(2));
    double half = 2.776445 * Math.sqrt(2.5 / 5);
    assertEquals(Math.exp(2), interval.median(), 1e-9);
    assertEquals(2 - half, Math.log(interval.low()), 1e-5);
    assertEquals(2 + half, Math.log(interval.high()), 1e-5);
    assertEquals(5, interval.rounds());
  }

  @Test
  void threeRoundsHaveAWideInterval() {
    // Logarithms 0, 0.5 and 1: deviation 0.5, t(0.975, 2) = 4.302653.
    Interval interval = Interval.of(1, Math.exp(0.5), Math.E);
    assertEquals(0.5 + 4.302653 * 0.5 / Math.sqrt(3), Math.log(interval.high()), 1e-5);
    assertEquals(0.5 - 4.302653 * 0.5 / Math.sqrt(3), Math.log(interval.low()), 1e-5);
    assertEquals(Math.exp(0.5), interval.median(), 1e-12);
  }

  @Test
  void twoRoundsGiveNoVerdict() {
    assertEquals(Verdict.UNDECIDED, Interval.of(0.95, 0.95).verdict());
    assertEquals(0.95, Interval.of(0.95, 0.95).high(), 1e-12);
  }

  @Test
  void intervalContainsTheMedianOfSkewedRounds() {
    Interval low = Interval.of(0.001, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    assertTrue(low.low() < 1);
    assertTrue(low.high() >= 1, low::toString);
    Interval half = Interval.of(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1e9, 1e9, 1e9, 1e9, 1e9, 1e9);
    assertTrue(half.low() <= half.median() && half.median() <= half.high(), half::toString);
  }

  @Test
  void oneRoundGivesNoVerdict() {
    Interval interval = Interval.of(3);
    assertFalse(interval.isKnown());
    assertEquals(3, interval.high());
    assertEquals(Verdict.UNDECIDED, interval.verdict());
    assertEquals("not decided (too few rounds)", interval.verdict().toString());
    assertEquals("", interval.ends());
  }

  @Test
  void verdictsFollowFromTheInterval() {
    assertEquals(Verdict.AHEAD, new Interval(1.1, 1.001, 1.2, 5).verdict());
    assertEquals(Verdict.BEHIND, new Interval(0.9, 0.8, 0.999, 5).verdict());
    assertEquals(Verdict.TIED, new Interval(1.1, 0.99, 1.2, 5).verdict());
    assertEquals(Verdict.TIED, new Interval(1.1, 1, 1.2, 5).verdict());
    assertEquals(Verdict.TIED, new Interval(0.9, 0.8, 1, 5).verdict());
  }

  @Test
  void ratiosHaveTwoDecimalsOrThreeDigits() {
    assertEquals("0.043", Interval.ratio(0.0434));
    assertEquals("0.10", Interval.ratio(0.0996));
    assertEquals("0.99", Interval.ratio(0.9949));
    assertEquals("10.0", Interval.ratio(9.996));
    assertEquals("100", Interval.ratio(99.97));
    assertEquals("1,234", Interval.ratio(1234.4));
  }

  @Test
  void ratioWithAVerdictIsNeverShownAsOne() {
    assertEquals("0.997", new Interval(0.9969, 0.99, 0.9996, 5).text());
    assertEquals("0.99 to <1.00", new Interval(0.9969, 0.99, 0.9996, 5).ends());
    assertEquals(">1.00 to 1.02", new Interval(1.01, 1.004, 1.02, 5).ends());
    assertEquals("1.00", new Interval(1.003, 0.99, 1.02, 5).text());
    assertEquals("1.00 to 1.02", new Interval(1.003, 0.997, 1.02, 5).ends());
  }

  @Test
  void numbersHaveThreeSignificantDigits() {
    assertEquals("38,123", Metric.number(38_123.4));
    assertEquals("12.3", Metric.number(12.34));
    assertEquals("1.23", Metric.number(1.234));
    assertEquals("0.123", Metric.number(0.1234));
  }
}
