// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import java.util.ArrayList;
import java.util.List;

/// The common set-up of Kryo: every class registered, those of the JDK included.
public final class KryoSetup {
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

  private KryoSetup() {}

  /// Creates a Kryo with its default serializers, without references.
  public static Kryo consistent(List<Class<?>> userTypes) {
    Kryo kryo = settings(false);
    register(kryo, userTypes);
    return kryo;
  }

  /// Creates a Kryo with the settings that all variants share.
  static Kryo settings(boolean references) {
    var kryo = new Kryo();
    kryo.setReferences(references);
    kryo.setRegistrationRequired(true);
    return kryo;
  }

  /// Registers the user's classes and the JDK's, with the current default serializers.
  static void register(Kryo kryo, List<Class<?>> userTypes) {
    JDK.forEach(kryo::register);
    userTypes.forEach(kryo::register);
  }
}
