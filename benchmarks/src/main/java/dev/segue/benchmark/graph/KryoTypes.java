// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import dev.segue.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/// The classes that Kryo has to know, those of the JDK included.
public final class KryoTypes {
  private static final List<Class<?>> JDK =
      List.of(
          ArrayList.class,
          int[].class,
          long[].class,
          float[].class,
          double[].class,
          short[].class,
          char[].class,
          boolean[].class);

  private KryoTypes() {}

  /// Registers all classes of a workload.
  public static void register(Kryo kryo, Workload workload) {
    JDK.forEach(kryo::register);
    workload.userTypes().forEach(kryo::register);
  }
}
