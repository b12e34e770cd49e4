// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import com.sun.management.OperatingSystemMXBean;
import dev.segue.benchmark.launch.Figures;
import dev.segue.benchmark.stored.LogIndex;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.document.Document;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/// Stores nginx access logs in a Lucene index: measures index size, time to fetch a document, and
/// queries per second.
///
/// A document has 17 fields in one stored JSON object, four of them indexed. The index is one
/// segment on disk, created once for each library and number of documents, and deleted at the end.
/// Besides the score, the benchmark reports `index.bytes` (all files), `stored.bytes` (the stored
/// fields, with the dictionary), `index.seconds` (generating the documents, writing and merging),
/// and `cpu`, the processor time of the process per operation.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class StoredBlocksBenchmark extends SteadyBenchmark {
  private static final double NANOS_PER_MICRO = 1_000;

  /// Lucene's two modes; Segue's codec with its block size, and with a dictionary.
  @Param({
    "lucene-best-speed",
    "lucene-best-compression",
    "segue-4k",
    "segue-4k-dictionary",
    "segue-16k",
    "segue-16k-dictionary",
    "segue-32k",
    "segue-64k",
    "segue-64k-dictionary",
    "segue-256k"
  })
  public String library = "";

  /// The number of documents.
  @Param({"20000", "1000000"})
  public int documents;

  private final SplittableRandom random = new SplittableRandom(5);
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long begin; // processor time, in nanoseconds
  private long operations;

  @SuppressWarnings("NullAway.Init") // by prepare()
  private LogIndex index;

  /// Creates the index if it does not exist, and checks some of its documents.
  @Setup
  public void prepare() throws IOException {
    index = LogIndex.open(library, documents);
  }

  /// Starts measuring processor time.
  @Setup(Level.Iteration)
  public void begin() {
    operations = 0;
    begin = system.getProcessCpuTime();
  }

  /// Records the figures that JMH does not measure.
  @TearDown(Level.Iteration)
  public void note() {
    Figures.note(
        "cpu", (system.getProcessCpuTime() - begin) / NANOS_PER_MICRO / operations, "us/op");
    index.note();
  }

  /// Closes the index.
  @TearDown
  public void release() throws IOException {
    index.close();
  }

  /// Measures fetching one random document.
  @Benchmark
  public Document fetch() throws IOException {
    operations++;
    return index.fetch(random.nextInt(documents));
  }

  /// Measures a query for one term and fetching its ten best documents: returns the number of
  /// characters in them.
  @Benchmark
  public int query() throws IOException {
    operations++;
    return index.query(random);
  }
}
