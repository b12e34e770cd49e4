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

/// The libraries by their names in the tables.
public final class JdkTypeLibraries {
  private JdkTypeLibraries() {}

  /// Sets a library up for the holder of a type, and checks that what it reads equals what it
  /// wrote.
  ///
  /// @throws IllegalArgumentException where there is no such library
  public static GraphCodec open(String library, JdkType type, Buffer buffer) {
    return RoundTrip.checked(
        openUnchecked(library, type.holder(), buffer), type.create(), library + ", " + type);
  }

  private static GraphCodec openUnchecked(String library, Class<?> holder, Buffer buffer) {
    return switch (library) {
      case "segue" -> new SegueCodec(segue(holder), buffer, holder);
      case "fory" -> new ForyCodec(ForySetup.consistent(fory(holder)), buffer, holder);
      default -> throw new IllegalArgumentException("no such library: " + library);
    };
  }

  /// With the classes of values that it wants to be told of, too.
  private static List<Class<?>> fory(Class<?> holder) {
    return List.of(holder, DayOfWeek.class, ZoneId.of("Europe/Berlin").getClass());
  }

  private static Serializer segue(Class<?> holder) {
    return Serializer.builder().register(holder).execution(Execution.COMPILED).build();
  }
}
