// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.files;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file that a command writes.
///
/// The file appears complete or not at all: bytes go to a hidden file next to it, which is renamed
/// in [#commit]. Without a commit, after a failure or Ctrl-C, the hidden file is deleted and an
/// existing file stays as it was. Devices and pipes are written in place and never deleted; `-` and
/// `/dev/stdout` are standard output.
public final class TargetFile implements AutoCloseable {

  private static final Path STANDARD_OUTPUT = Path.of("-");

  private final String name;
  private final Counted stream;
  private final @Nullable HiddenFile hidden;

  private TargetFile(String name, OutputStream out, @Nullable HiddenFile hidden) {
    this.name = name;
    this.stream = new Counted(out, name);
    this.hidden = hidden;
  }

  /// Opens a file for writing.
  ///
  /// @param path the file to create, or `-`; of a symbolic link, its target is written
  /// @param overwrite whether an existing file may be replaced
  /// @param sources the files that the command reads, none of which can be the target. A new file
  ///   gets the permissions of the first.
  /// @return a target to commit and close
  /// @throws IOException if the file exists and must not be overwritten, is one of the sources, or
  ///   cannot be created
  public static TargetFile open(Path path, boolean overwrite, List<Path> sources)
      throws IOException {
    String name = isStandardOutput(path) ? "standard output" : path.toString();
    @Nullable OutputStream device = device(path);
    if (device != null) {
      return new TargetFile(name, device, null);
    }
    for (Path source : sources) {
      if (Files.exists(path) && Files.exists(source) && Files.isSameFile(path, source)) {
        throw FileFailure.because(
            name, "is the same file as " + source + "; choose another output");
      }
    }
    if (Files.exists(path) && !overwrite) {
      throw new FileAlreadyExistsException(name);
    }
    HiddenFile hidden =
        HiddenFile.beside(path, overwrite, sources.isEmpty() ? path : sources.getFirst());
    return new TargetFile(name, hidden.open(), hidden);
  }

  /// Returns whether a path means standard output.
  public static boolean isStandardOutput(Path path) {
    return path.equals(STANDARD_OUTPUT)
        || path.equals(Path.of("/dev/stdout"))
        || path.equals(Path.of("/dev/fd/1"))
        || path.equals(Path.of("/proc/self/fd/1"));
  }

  /// Opens targets that cannot be replaced: standard output, a device, a pipe.
  private static @Nullable OutputStream device(Path path) throws IOException {
    if (isStandardOutput(path)) {
      return new FileOutputStream(FileDescriptor.out);
    }
    if (Files.isDirectory(path)) {
      throw FileFailure.because(path.toString(), "is a directory; name a file");
    }
    boolean descriptor = path.startsWith("/dev/fd") || path.startsWith("/proc");
    if (Files.exists(path) && (descriptor || !Files.isRegularFile(path))) {
      return Files.newOutputStream(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }
    return null;
  }

  /// Returns the name to use in messages.
  public String name() {
    return name;
  }

  /// Returns the stream to write to. Failures to write contain the name of the file.
  public OutputStream stream() {
    return stream;
  }

  /// Returns the number of bytes written so far.
  public long length() {
    return stream.count;
  }

  /// Finishes writing and gives the file its name.
  ///
  /// @throws IOException if the last bytes cannot be written, or another process has created a file
  ///   of that name since [#open] and it must not be overwritten
  public void commit() throws IOException {
    stream.close();
    if (hidden != null) {
      hidden.publish();
    }
  }

  /// Deletes the hidden file unless it was committed.
  @Override
  public void close() throws IOException {
    try {
      stream.close();
    } finally {
      if (hidden != null) {
        hidden.close();
      }
    }
  }

  private static final class Counted extends FilterOutputStream {

    private final String name;
    private long count;
    private boolean closed;

    Counted(OutputStream out, String name) {
      super(out);
      this.name = name;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw FileFailure.of(name, e);
      }
      count += length;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        try {
          out.close();
        } catch (IOException e) {
          throw FileFailure.of(name, e);
        }
      }
    }
  }
}
