// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.GraphCase.Buffer;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.benchmark.graph.PublicFields;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
import dev.segue.serializer.SchemaMode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A field that may contain an object of many registered classes, in a mode that permits the reader
/// to have different versions of them.
public final class ManyClasses {
  private static final int COUNT = 300;
  private static final long SEED = 300;

  private ManyClasses() {}

  /// The object to write: it contains an object of any class. These are classes rather than
  /// records, because Kryo writes records without a schema.
  public static final class Envelope {
    /// The object in the envelope.
    public Object content = "";

    @Override
    public boolean equals(@Nullable Object other) {
      return PublicFields.areEqual(this, other);
    }

    @Override
    public int hashCode() {
      return content.hashCode();
    }
  }

  /// The object in the envelope.
  public static final class Reading {
    /// The number of the sensor.
    public long sensor;

    /// The measured value.
    public double value;

    /// The unit of the value.
    public String unit = "";

    @Override
    public boolean equals(@Nullable Object other) {
      return PublicFields.areEqual(this, other);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(sensor);
    }
  }

  /// Creates an envelope.
  public static Object create() {
    var reading = new Reading();
    reading.sensor = 4711;
    reading.value = 21.5;
    reading.unit = "kelvin";
    var envelope = new Envelope();
    envelope.content = reading;
    return envelope;
  }

  /// Sets up a library, and checks that an object survives a round trip.
  ///
  /// @throws IllegalArgumentException if the library is unknown
  public static GraphCodec open(String library, Buffer buffer) {
    List<Class<?>> types =
        Stream.concat(
                Stream.of(Envelope.class, Reading.class),
                UnseenClasses.types(SEED, COUNT - 2).stream())
            .toList();
    GraphCodec codec =
        switch (library) {
          case "segue" ->
              new SegueCodec(
                  SegueCodec.compiled(types).schemaMode(SchemaMode.COMPATIBLE).build(),
                  buffer,
                  Envelope.class);
          case "fory" -> new ForyCodec(ForyCodec.compatible(types), buffer, Envelope.class);
          case "kryo" -> new KryoCodec(KryoCodec.compatible(types), buffer, Envelope.class);
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    return RoundTrip.checked(codec, create(), library + ", " + buffer);
  }
}
