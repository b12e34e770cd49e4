// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.files.TargetFile;
import dev.segue.cli.terminal.LiveLine;
import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionIOException;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
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

/// Passes files through a codec into one output file, one after the other, and shows the progress.
/// Prints nothing if it writes to standard output.
///
/// @param from the files to read, at least one
/// @param to the file to write, see [TargetFile]
/// @param overwrite whether an existing file may be replaced
/// @param dictionary a file that is read as well and must not be overwritten
/// @param quiet whether never to print anything
record FileTransfer(
    List<SourceFile> from, Path to, boolean overwrite, @Nullable Path dictionary, boolean quiet) {

  /// A codec: reads the whole input and writes the whole output.
  @FunctionalInterface
  interface Filter {

    /// @param out may be closed, which does not close the file
    void transfer(InputStream in, OutputStream out) throws IOException;
  }

  void run(PrintWriter messages, Filter filter) throws IOException {
    long start = System.nanoTime();
    long length = length();
    AtomicLong read = new AtomicLong();
    boolean silent = quiet || TargetFile.isStandardOutput(to);
    Stream<Path> inputs = from.stream().map(SourceFile::path);
    List<Path> sources = Stream.concat(inputs, Stream.ofNullable(dictionary)).distinct().toList();
    try (TargetFile target = TargetFile.open(to, overwrite, sources);
        @Nullable LiveLine _ =
            silent ? null : LiveLine.start(messages, () -> progress(length, read.get()))) {
      for (SourceFile source : from) {
        transfer(source, new Uncloseable(target.stream()), read, filter);
      }
      target.commit();
      if (!silent) {
        report(messages, read.get(), target.length(), (System.nanoTime() - start) / 1e9);
      }
    }
  }

  /// Passes one file through a filter.
  ///
  /// @param read counts the bytes read
  static void transfer(SourceFile source, OutputStream out, AtomicLong read, Filter filter)
      throws IOException {
    try (InputStream in = new Counted(source.open(), read)) {
      filter.transfer(in, out);
    } catch (CompressionException | CompressionIOException e) {
      throw FileFailure.of(source.name(), e);
    }
  }

  /// Returns the number of bytes to read, or -1 if it is not known in advance.
  private long length() throws IOException {
    long sum = 0;
    for (SourceFile source : from) {
      long length = source.length();
      if (length < 0) {
        return -1;
      }
      sum += length;
    }
    return sum;
  }

  private String name() {
    return from.size() == 1 ? from.getFirst().name() : from.size() + " files";
  }

  private String progress(long length, long read) {
    return length > 0
        ? "%s: %3d %%".formatted(name(), 100 * read / length)
        : "%s: %,d bytes".formatted(name(), read);
  }

  private void report(PrintWriter messages, long read, long written, double seconds) {
    long content = Math.max(read, written);
    messages.printf(
        Locale.ROOT,
        "%s: %,d -> %,d bytes (ratio %.2f), %.0f MB/s, %s%n",
        name(),
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

  /// The output for several inputs, each of which closes its stream.
  private static final class Uncloseable extends FilterOutputStream {

    Uncloseable(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
