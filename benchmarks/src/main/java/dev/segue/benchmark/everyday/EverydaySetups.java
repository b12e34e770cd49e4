// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import com.esotericsoftware.kryo.serializers.EnumMapSerializer;
import dev.segue.benchmark.graph.KryoSetup;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/// Sets Segue and Kryo up for everyday types; Fory needs nothing special.
final class EverydaySetups {
  /// Classes for which Kryo finds the serializer itself, such as records.
  private static final List<Class<?>> KNOWN_TO_KRYO =
      List.of(
          Instant.class,
          LocalDate.class,
          BigDecimal.class,
          Currency.class,
          Optional.class,
          HashMap.class,
          LinkedHashMap.class,
          TreeMap.class,
          TreeSet.class,
          EnumSet.class);

  private EverydaySetups() {}

  static Serializer segue(List<Class<?>> userTypes) {
    return Serializer.builder()
        .register(userTypes.toArray(Class<?>[]::new))
        .execution(Execution.COMPILED)
        .build();
  }

  /// Kryo with its own serializers for all types.
  static Kryo kryo(List<Class<?>> userTypes) {
    Kryo kryo = KryoSetup.consistent(userTypes);
    KNOWN_TO_KRYO.forEach(kryo::register);
    kryo.register(UUID.class, new UUIDSerializer());
    kryo.register(EnumMap.class, new EnumMapSerializer(Order.Channel.class));
    return kryo;
  }
}
