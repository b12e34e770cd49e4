// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.terminal.LiveLine;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/// Moves a file through a stream into another, telling how far it has come.
///
/// @param from read
/// @param to created; replaced when that is allowed, and removed again when the transfer fails
/// @param force whether it may be replaced
record FileTransfer(Path from, Path to, boolean force) {

  /// What lies between the files.
  interface Filter {
    /// Reads all of the input and writes all of the output.
    void transfer(InputStream in, OutputStream out) throws IOException;
  }

  void run(PrintWriter out, Filter filter) throws IOException {
    long start = System.nanoTime();
    long length = Files.size(from);
    AtomicLong read = new AtomicLong();
    boolean created = false;
    boolean done = false;
    OpenOption create = force ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW;
    try (InputStream in = new Counted(Files.newInputStream(from), read);
        OutputStream target =
            Files.newOutputStream(
                to, create, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        LiveLine _ =
            LiveLine.start(
                out, () -> "%s: %3d %%".formatted(from, 100 * read.get() / Math.max(length, 1)))) {
      created = true;
      filter.transfer(in, target);
      done = true;
    } finally {
      if (created && !done) {
        Files.deleteIfExists(to);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long written = Files.size(to);
    out.printf(
        Locale.ROOT,
        "%s: %,d -> %,d bytes (ratio %.2f), %.0f MB/s, %s%n",
        from,
        length,
        written,
        Math.max(length, written) / (double) Math.max(Math.min(length, written), 1),
        Math.max(length, written) / 1e6 / Math.max(seconds, 1e-9),
        to);
  }

  private static final class Counted extends FilterInputStream {

    private final AtomicLong count;

    Counted(InputStream in, AtomicLong count) {
      super(in);
      this.count = count;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      count.addAndGet(Math.max(read, 0));
      return read;
    }
  }
}
