// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.everyday.EightStrings;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
import java.util.List;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads an object of eight strings.
public class TextBenchmark extends GraphBenchmark {
  /// The library that serializes.
  @Param({"segue", "segue-opens", "fory"})
  public String library = "";

  /// The characters of the strings.
  @Param public EightStrings.Kind text = EightStrings.Kind.LATIN1;

  /// The length of each string, in characters.
  @Param({"8", "16", "36", "200"})
  public int length;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  @Override
  Object create() {
    return EightStrings.of(text, length);
  }

  @Override
  GraphCodec open() {
    List<Class<?>> types = List.of(EightStrings.class);
    GraphCodec codec =
        library.equals("fory")
            ? new ForyCodec(ForyCodec.consistent(types), buffer, EightStrings.class)
            : new SegueCodec(SegueCodec.compiled(types).build(), buffer, EightStrings.class);
    return RoundTrip.checked(codec, create(), library + ", " + text + ", " + length);
  }
}
