// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MetricTest {
  @Test
  void ratesAndTimesBecomeOneAnother() {
    var rate = new Metric(250, 25, "ops/ms");
    assertEquals(250_000, rate.in("ops/s").value(), 1e-6);
    assertEquals(4, rate.in("us/op").value(), 1e-9);
    assertEquals(0.4, rate.in("us/op").error(), 1e-9);
    var time = new Metric(4, 0.4, "us/op");
    assertEquals(4_000, time.in("ns/op").value(), 1e-9);
    assertEquals(250, time.in("ops/ms").value(), 1e-9);
    assertEquals(25, time.in("ops/ms").error(), 1e-9);
  }

  @Test
  void bytesAreNoTime() {
    var bytes = new Metric(1, 0, "B/op");
    assertThrows(IllegalArgumentException.class, () -> bytes.in("us/op"));
  }

  @Test
  void numbersHaveThreeSignificantDigits() {
    assertEquals("38,123", Metric.number(38_123.4));
    assertEquals("12.3", Metric.number(12.34));
    assertEquals("1.23", Metric.number(1.234));
    assertEquals("0.123", Metric.number(0.1234));
  }
}
