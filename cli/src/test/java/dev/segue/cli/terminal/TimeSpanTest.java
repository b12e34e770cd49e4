// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeSpanTest {

  @ParameterizedTest
  @CsvSource({
    "400ms, 400",
    "60s, 60000",
    "1.5s, 1500",
    "0.25 s, 250",
    "10M, 600000",
    "2h, 7200000",
    "1000.5ms, 1000",
    "1m30s, 90000",
    "1h 2m 3.5s, 3723500",
    "2s500ms, 2500"
  })
  void readsNumbersWithUnits(String text, long millis) {
    assertEquals(millis, new TimeSpan().convert(text).toMillis());
  }

  @Test
  void numberWithoutAUnitIsRefused() {
    var e = assertThrows(TypeConversionException.class, () -> new TimeSpan().convert("400"));
    assertEquals("'400' has no unit; write 400ms, 400s, 400m or 400h", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-1s",
        "s",
        "1d",
        "0s",
        "0.000ms",
        "PT1S",
        "999999999h",
        "1,5s",
        "30s1m",
        "1s1s"
      })
  void rejectsInvalidDurations(String text) {
    assertThrows(TypeConversionException.class, () -> new TimeSpan().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"60ms", "2s", "1.5s", "1m30s", "10m", "2h", "1h0.001s", "24h"})
  void formatsInTheFormThatItReads(String text) {
    assertEquals(text, TimeSpan.format(new TimeSpan().convert(text)));
  }

  @Test
  void formatsZero() {
    assertEquals("0s", TimeSpan.format(Duration.ZERO));
  }

  @Test
  void shortestDurationIsOneNanosecond() {
    assertTrue(new TimeSpan().convert("0.000000001ms").compareTo(Duration.ZERO) > 0);
  }
}
