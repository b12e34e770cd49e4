// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.jdktype;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.ForySetup;
import dev.segue.benchmark.graph.GraphCase.Buffer;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.util.List;

/// Opens the libraries by their names in the tables.
public final class JdkTypeLibraries {
  private JdkTypeLibraries() {}

  /// Sets a library up for the holder of a type and checks that it reads an object equal to the one
  /// it wrote.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static GraphCodec open(String library, JdkType type, Buffer buffer) {
    return RoundTrip.checked(
        openUnchecked(library, type.holder(), buffer), type.create(), library + ", " + type);
  }

  private static GraphCodec openUnchecked(String library, Class<?> holder, Buffer buffer) {
    return switch (library) {
      case "segue" -> new SegueCodec(segue(holder), buffer, holder);
      case "fory" -> new ForyCodec(ForySetup.consistent(fory(holder)), buffer, holder);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Creates a Fory with the classes of values registered as well, which it requires.
  private static List<Class<?>> fory(Class<?> holder) {
    return List.of(holder, DayOfWeek.class, ZoneId.of("Europe/Berlin").getClass());
  }

  private static Serializer segue(Class<?> holder) {
    return Serializer.builder().register(holder).execution(Execution.COMPILED).build();
  }
}
