// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that a command reads, or standard input where its name is `-`.
///
/// @param path as the user gave it
public record SourceFile(Path path) {

  private static final Path STANDARD_INPUT = Path.of("-");

  /// Standard input.
  public static SourceFile standardInput() {
    return new SourceFile(STANDARD_INPUT);
  }

  /// Whether this is standard input.
  public boolean isStandardInput() {
    return path.equals(STANDARD_INPUT);
  }

  /// What messages call it.
  public String name() {
    return isStandardInput() ? "standard input" : path.toString();
  }

  /// The number of bytes, or -1 where it shows only in the end.
  public long length() throws IOException {
    return !isStandardInput() && Files.isRegularFile(path) ? Files.size(path) : -1;
  }

  /// Opens it. Failures to read name the file.
  public InputStream open() throws IOException {
    InputStream bytes = isStandardInput() ? System.in : Files.newInputStream(path);
    return new Named(bytes, name());
  }

  /// All of it.
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
