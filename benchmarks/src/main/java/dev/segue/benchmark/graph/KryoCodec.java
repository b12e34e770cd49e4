// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferInput;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferOutput;
import java.util.ArrayList;
import java.util.List;

/// Kryo with every class registered, with its usual buffers for arrays, and its unsafe buffers for
/// native memory.
public final class KryoCodec implements GraphCodec {
  private static final List<Class<?>> JDK_TYPES =
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

  private final Kryo kryo;
  private final Output output;
  private final Input input;
  private final Class<?> type;

  /// Wraps a Kryo with all classes of the object registered.
  ///
  /// @param type the object's class
  public KryoCodec(Kryo kryo, GraphCase.Buffer buffer, Class<?> type) {
    this.kryo = kryo;
    this.type = type;
    switch (buffer) {
      case ARRAY -> {
        output = new Output(GraphCase.BUFFER_BYTES);
        input = new Input(output.getBuffer());
      }
      case DIRECT -> {
        var direct = new UnsafeByteBufferOutput(GraphCase.BUFFER_BYTES);
        output = direct;
        input = new UnsafeByteBufferInput(direct.getByteBuffer());
      }
      default -> throw new AssertionError(buffer);
    }
  }

  static GraphCodec of(GraphCase graphCase) {
    Kryo kryo =
        kryo(
            graphCase.references(),
            graphCase.schema() == GraphCase.Schema.COMPATIBLE,
            graphCase.object().userTypes());
    return new KryoCodec(kryo, graphCase.buffer(), graphCase.object().type());
  }

  /// Creates a Kryo with its default serializers, without references.
  public static Kryo consistent(List<Class<?>> userTypes) {
    return kryo(false, false, userTypes);
  }

  /// Creates a Kryo whose reader may have different versions of the classes, without references.
  public static Kryo compatible(List<Class<?>> userTypes) {
    return kryo(false, true, userTypes);
  }

  private static Kryo kryo(boolean references, boolean compatible, List<Class<?>> userTypes) {
    var kryo = new Kryo();
    kryo.setReferences(references);
    if (compatible) {
      kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
    }
    kryo.setRegistrationRequired(true);
    for (Class<?> type : JDK_TYPES) { // no lambdas, for the first object in a JVM
      kryo.register(type);
    }
    for (Class<?> type : userTypes) {
      kryo.register(type);
    }
    return kryo;
  }

  @Override
  public long serialize(Object object) {
    output.setPosition(0);
    kryo.writeObject(output, object);
    return output.position();
  }

  @Override
  public Object deserialize() {
    input.setPosition(0);
    input.setLimit(output.position());
    return kryo.readObject(input, type);
  }
}
