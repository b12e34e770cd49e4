// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A file that a command reads, or standard input if its name is `-`.
///
/// @param name as the user gave it
public record InputFile(String name) {

  private boolean isStandardInput() {
    return name.equals("-");
  }

  /// Creates a failure with the name of the file and a reason.
  public IOException failure(String reason) {
    return FileFailure.because(isStandardInput() ? "standard input" : name, reason);
  }

  /// Maps a regular file; reads standard input, pipes and devices to their end.
  ///
  /// @throws IOException also when it is empty
  public MemorySegment content(Arena arena) throws IOException {
    MemorySegment content =
        !isStandardInput() && Files.isRegularFile(Path.of(name))
            ? map(arena)
            : MemorySegment.ofArray(bytes());
    if (content.byteSize() == 0) {
      throw failure(isStandardInput() ? "is empty" : "the file is empty");
    }
    return content;
  }

  private MemorySegment map(Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(name), StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }

  /// Reads all bytes.
  public byte[] bytes() throws IOException {
    if (isStandardInput()) {
      return System.in.readAllBytes();
    }
    if (Files.isDirectory(Path.of(name))) {
      throw failure("is a directory");
    }
    try (InputStream in = Files.newInputStream(Path.of(name))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }
}
