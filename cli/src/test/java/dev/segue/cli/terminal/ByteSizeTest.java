// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ByteSizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "4k, 4096",
    "4KiB, 4096",
    "64 KB, 65536",
    "1M, 1048576",
    "1g, 1073741824"
  })
  void readsNumbersWithUnits(String text, long bytes) {
    assertEquals(bytes, new ByteSize().convert(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "k", "1.5M", "1T", "999999999999999999g", "9999999999999999999"})
  void rejectsInvalidTexts(String text) {
    assertThrows(TypeConversionException.class, () -> new ByteSize().convert(text));
  }
}
