// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.files;

import java.io.FilterInputStream;
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
/// @param path as the user gave it
public record SourceFile(Path path) {

  private static final Path STANDARD_INPUT = Path.of("-");

  /// Returns standard input.
  public static SourceFile standardInput() {
    return new SourceFile(STANDARD_INPUT);
  }

  /// Returns whether this is standard input.
  public boolean isStandardInput() {
    return path.equals(STANDARD_INPUT);
  }

  /// Returns the name to use in messages.
  public String name() {
    return isStandardInput() ? "standard input" : path.toString();
  }

  /// Returns the number of bytes, or -1 if it is not known in advance.
  public long length() throws IOException {
    return !isStandardInput() && Files.isRegularFile(path) ? Files.size(path) : -1;
  }

  /// Opens the file. Failures to read it contain its name.
  public InputStream open() throws IOException {
    InputStream bytes = isStandardInput() ? System.in : Files.newInputStream(path);
    return new Named(bytes, name());
  }

  /// Maps the file, or reads it if it is a pipe or a device.
  ///
  /// @throws IOException also if it is empty
  public MemorySegment content(Arena arena) throws IOException {
    if (!isStandardInput() && Files.isDirectory(path)) {
      throw FileFailure.because(name(), "is a directory");
    }
    MemorySegment content = length() < 0 ? MemorySegment.ofArray(readAll()) : map(arena);
    if (content.byteSize() == 0) {
      throw FileFailure.because(name(), isStandardInput() ? "is empty" : "the file is empty");
    }
    return content;
  }

  private MemorySegment map(Arena arena) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    } catch (IOException e) {
      throw FileFailure.of(path, e);
    }
  }

  /// Reads the whole file.
  public byte[] readAll() throws IOException {
    try (InputStream bytes = open()) {
      return bytes.readAllBytes();
    }
  }

  private static final class Named extends FilterInputStream {

    private final String name;

    Named(InputStream in, String name) {
      super(in);
      this.name = name;
    }

    @Override
    public int read() throws IOException {
      try {
        return in.read();
      } catch (IOException e) {
        throw FileFailure.of(name, e);
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return in.read(bytes, offset, length);
      } catch (IOException e) {
        throw FileFailure.of(name, e);
      }
    }
  }
}
