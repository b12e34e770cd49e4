// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect;

import dev.segue.cli.terminal.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The file to inspect, or standard input if its name is `-`.
///
/// @param name as the user gave it
record InspectedFile(String name) {

  /// Maps a regular file, and reads standard input, pipes and devices to their end.
  ///
  /// @throws IOException also when it is empty
  MemorySegment content(Arena arena) throws IOException {
    boolean standardInput = name.equals("-");
    String shown = standardInput ? "standard input" : name;
    if (!standardInput && Files.isDirectory(Path.of(name))) {
      throw FileFailure.because(shown, "is a directory");
    }
    MemorySegment content;
    try {
      content = standardInput ? read(System.in) : mapOrRead(Path.of(name), arena);
    } catch (IOException e) {
      throw FileFailure.of(shown, e);
    }
    if (content.byteSize() == 0) {
      throw FileFailure.because(shown, standardInput ? "is empty" : "the file is empty");
    }
    return content;
  }

  private static MemorySegment mapOrRead(Path file, Arena arena) throws IOException {
    if (!Files.isRegularFile(file)) {
      try (InputStream in = Files.newInputStream(file)) {
        return read(in);
      }
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  private static MemorySegment read(InputStream in) throws IOException {
    return MemorySegment.ofArray(in.readAllBytes());
  }
}
