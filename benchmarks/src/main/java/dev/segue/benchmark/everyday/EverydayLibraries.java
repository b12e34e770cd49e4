// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.UUIDSerializer;
import com.esotericsoftware.kryo.serializers.EnumMapSerializer;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.GraphCase.Buffer;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
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

/// Opens the libraries by their names in the tables.
public final class EverydayLibraries {
  /// Classes for which Kryo selects the serializer itself, such as records.
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

  private EverydayLibraries() {}

  /// Sets up a library, and checks that an object survives a round trip.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static GraphCodec open(String library, EverydayObject object, Buffer buffer) {
    List<Class<?>> types = object.userTypes();
    GraphCodec codec =
        switch (library) {
          case "segue" -> new SegueCodec(SegueCodec.compiled(types).build(), buffer, object.type());
          case "fory" -> new ForyCodec(ForyCodec.consistent(types), buffer, object.type());
          case "kryo" -> new KryoCodec(kryo(types), buffer, object.type());
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    return RoundTrip.checked(codec, object.create(), library + ", " + object + ", " + buffer);
  }

  /// Kryo with its own serializers for all types.
  private static Kryo kryo(List<Class<?>> userTypes) {
    Kryo kryo = KryoCodec.consistent(userTypes);
    KNOWN_TO_KRYO.forEach(kryo::register);
    kryo.register(UUID.class, new UUIDSerializer());
    kryo.register(EnumMap.class, new EnumMapSerializer(Order.Channel.class));
    return kryo;
  }
}
