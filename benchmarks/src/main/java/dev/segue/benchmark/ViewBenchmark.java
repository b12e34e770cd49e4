// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.view.FieldReader;
import dev.segue.benchmark.view.FieldReaders;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/// Reads some fields of one of 64 messages in native memory: for STRUCT two numbers; for
/// MEDIA_CONTENT a number of the medium, a number of the second image, and the medium's URI as a
/// string.
///
/// `segue-view` checks the header each time, as SBE does; FlatBuffers has no header to check.
/// `segue-read` reads the whole object.
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ViewBenchmark extends SteadyBenchmark {

  /// The library that reads.
  @Param({"segue-view", "segue-read", "flatbuffers", "sbe"})
  public String library = "";

  /// The content of the messages.
  @Param({"STRUCT", "MEDIA_CONTENT"})
  public String object = "";

  @SuppressWarnings("NullAway.Init") // by prepare()
  private FieldReader reader;

  private int next;

  /// Writes the messages.
  @Setup
  public void prepare() {
    reader = FieldReaders.open(library, object);
  }

  /// Measures reading the fields of the next message: returns their sum.
  @Benchmark
  public long readFields() {
    next = (next + 1) & (FieldReaders.MESSAGES - 1);
    return reader.read(next);
  }
}
