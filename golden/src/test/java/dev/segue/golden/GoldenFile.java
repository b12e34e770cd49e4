// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A file of named byte sequences, which exists once for each version that wrote it.
///
/// The folder of a version, such as `golden/0.1`, has the files that this version wrote. A line is
/// a name, a colon and hexadecimal digits. The current code must write the same bytes as in the
/// newest folder; with `-Dsegue.golden.write=0.2`, each comparison writes the folder `0.2` instead.
record GoldenFile(String name) {

  private static final @Nullable String WRITTEN = System.getProperty("segue.golden.write");
  private static final HexFormat HEX = HexFormat.of();

  private static List<Path> folders() {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d+\\.\\d+"))
          .sorted(Comparator.comparing(GoldenFile::number))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Integer number(Path folder) {
    String[] parts = folder.getFileName().toString().split("\\.", -1);
    return (Integer.parseInt(parts[0]) << 16) + Integer.parseInt(parts[1]);
  }

  /// Returns the versions that wrote this file.
  List<String> versions() {
    assumeTrue(WRITTEN == null, "reading waits until all files are written");
    List<String> versions =
        folders().stream()
            .filter(folder -> Files.exists(folder.resolve(name)))
            .map(Path::toString)
            .toList();
    assertTrue(!versions.isEmpty(), name + " is in no folder");
    return versions;
  }

  /// Returns the bytes that a version wrote, by name.
  Map<String, byte[]> of(String version) {
    Map<String, byte[]> all = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(Path.of(version, name), UTF_8)) {
        int colon = line.indexOf(": ");
        all.put(line.substring(0, colon), HEX.parseHex(line.substring(colon + 2)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  /// Returns the bytes with a name.
  static <T> T found(Map<String, T> all, String name) {
    T found = all.get(name);
    if (found == null) {
      throw new AssertionError("nothing is called " + name);
    }
    return found;
  }

  /// Compares all bytes with the bytes in the newest folder, or writes them.
  void compare(Map<String, byte[]> written) {
    compare(written, all -> all);
  }

  /// Compares only the names, for bytes that differ between runs.
  void compareNames(Map<String, byte[]> written) {
    compare(written, GoldenFile::namesOnly);
  }

  private static Map<String, byte[]> namesOnly(Map<String, byte[]> all) {
    Map<String, byte[]> names = new TreeMap<>(all);
    names.replaceAll((_, _) -> new byte[0]);
    return names;
  }

  /// Compares bytes, some of which differ between runs.
  ///
  /// @param significant removes the bytes that differ between runs
  void compare(Map<String, byte[]> written, UnaryOperator<Map<String, byte[]>> significant) {
    if (WRITTEN != null) {
      write(Path.of(WRITTEN), written);
      return;
    }
    Path newest = folders().getLast();
    Map<String, byte[]> known = of(newest.toString());
    assertEquals(
        text(significant.apply(known)),
        text(significant.apply(written)),
        () ->
            "this version writes other bytes than "
                + newest.resolve(name)
                + ": see docs/stability.md before you change the file");
  }

  private static String text(Map<String, byte[]> all) {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(all)
        .forEach((key, bytes) ->
            lines.append(key).append(": ").append(HEX.formatHex(bytes)).append('\n'));
    return lines.toString();
  }

  private void write(Path folder, Map<String, byte[]> written) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name), text(written));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
