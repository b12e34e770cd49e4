// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
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
          boolean[].class,
          byte[].class);

  private KryoTypes() {}

  /// Registers the user's classes and the JDK's.
  public static void register(Kryo kryo, List<Class<?>> userTypes) {
    JDK.forEach(kryo::register);
    userTypes.forEach(kryo::register);
  }
}
