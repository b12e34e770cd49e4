// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.files.TargetFile;
import dev.segue.cli.terminal.LiveLine;
import dev.segue.compression.CompressionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Passes a file through a codec into another file, and shows how far it is. Between standard
/// streams it is silent.
///
/// @param from the file to read
/// @param to the file to write, see [TargetFile]
/// @param overwrite whether an existing file may be replaced
/// @param dictionary a file that is read as well, and so is never written
record FileTransfer(SourceFile from, Path to, boolean overwrite, @Nullable Path dictionary) {

  /// Reads all of the input and writes all of the output.
  @FunctionalInterface
  interface Filter {
    void transfer(InputStream in, OutputStream out) throws IOException;
  }

  void run(PrintWriter messages, Filter filter) throws IOException {
    long start = System.nanoTime();
    long length = from.length();
    AtomicLong read = new AtomicLong();
    boolean silent = TargetFile.isStandardOutput(to);
    List<Path> sources =
        Stream.of(from.path(), dictionary != null ? dictionary : from.path()).distinct().toList();
    try (InputStream in = new Counted(from.open(), read);
        TargetFile target = TargetFile.open(to, overwrite, sources);
        @Nullable LiveLine _ =
            silent ? null : LiveLine.start(messages, () -> progress(length, read.get()))) {
      try {
        filter.transfer(in, target.stream());
      } catch (CompressionException e) {
        throw FileFailure.of(from.name(), e);
      }
      target.commit();
      if (!silent) {
        report(messages, read.get(), target.length(), (System.nanoTime() - start) / 1e9);
      }
    }
  }

  private String progress(long length, long read) {
    return length > 0
        ? "%s: %3d %%".formatted(from.name(), 100 * read / length)
        : "%s: %,d bytes".formatted(from.name(), read);
  }

  private void report(PrintWriter messages, long read, long written, double seconds) {
    long content = Math.max(read, written);
    messages.printf(
        Locale.ROOT,
        "%s: %,d -> %,d bytes (ratio %.2f), %.0f MB/s, %s%n",
        from.name(),
        read,
        written,
        content / (double) Math.max(Math.min(read, written), 1),
        content / 1e6 / Math.max(seconds, 1e-9),
        to);
  }

  private static final class Counted extends FilterInputStream {

    private final AtomicLong count;

    Counted(InputStream in, AtomicLong count) {
      super(in);
      this.count = count;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count.addAndGet(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      count.addAndGet(Math.max(read, 0));
      return read;
    }
  }
}
