// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.ForySetup;
import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
import java.util.List;

/// Opens the libraries by their names in the tables.
public final class EverydayLibraries {
  private EverydayLibraries() {}

  /// Sets a library up and checks that it reads an object equal to the one it wrote.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static GraphCodec open(EverydayCase everydayCase) {
    return RoundTrip.checked(
        openUnchecked(everydayCase), everydayCase.object().create(), everydayCase);
  }

  private static GraphCodec openUnchecked(EverydayCase everydayCase) {
    EverydayObject object = everydayCase.object();
    List<Class<?>> types = object.userTypes();
    GraphCase.Buffer buffer = everydayCase.buffer();
    return switch (everydayCase.library()) {
      case "segue" -> new SegueCodec(EverydaySetups.segue(types), buffer, object.type());
      case "fory" -> new ForyCodec(ForySetup.consistent(types), buffer, object.type());
      case "kryo" -> new KryoCodec(EverydaySetups.kryo(types), buffer, object.type());
      default -> throw new IllegalArgumentException("unknown library: " + everydayCase.library());
    };
  }
}
