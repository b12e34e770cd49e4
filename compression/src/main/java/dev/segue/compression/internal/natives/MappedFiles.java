// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the file that is mapped at an address, on systems that have `/proc/self/maps`.
final class MappedFiles {

  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final int FIELDS = 6;

  private MappedFiles() {}

  /// Returns the path of the file.
  static Optional<String> at(long address) {
    if (!Files.isReadable(MAPS)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(MAPS, StandardCharsets.ISO_8859_1)) {
      return lines.flatMap(line -> pathIfAt(line, address).stream()).findFirst();
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // used only in a message
    }
  }

  /// Returns the path in a line such as `7f00-7f80 r-xp 00001000 08:01 42 /lib/libz.so`, if its
  /// range contains an address.
  static Optional<String> pathIfAt(String line, long address) {
    String[] fields = line.split(" +", FIELDS);
    int dash = fields[0].indexOf('-');
    long start = Long.parseUnsignedLong(fields[0], 0, dash, 16);
    long end = Long.parseUnsignedLong(fields[0], dash + 1, fields[0].length(), 16);
    boolean isAt =
        Long.compareUnsigned(start, address) <= 0 && Long.compareUnsigned(address, end) < 0;
    return isAt && fields.length == FIELDS ? Optional.of(fields[FIELDS - 1]) : Optional.empty();
  }
}
