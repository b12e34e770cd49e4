// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.workload.Workload;
import java.util.List;
import org.apache.fory.Fory;

/// A library whose users write objects to new byte arrays and read them from byte arrays.
interface ByteArrays {

  byte[] write(Object object);

  Object read(byte[] bytes);

  static ByteArrays open(String library, Workload object) {
    return open(library, object.userTypes(), object.type());
  }

  /// Opens a library for one thread.
  ///
  /// @param userTypes the classes to register
  /// @param type of the objects
  static ByteArrays open(String library, List<Class<?>> userTypes, Class<?> type) {
    return switch (library) {
      case "fory" -> new OfFory(ForyCodec.consistent(userTypes), type);
      case "kryo" -> new OfKryo(userTypes, type);
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  /// Apache Fory in its native protocol with default settings, for readers with the same classes.
  record OfFory(Fory fory, Class<?> type) implements ByteArrays {
    @Override
    public byte[] write(Object object) {
      return fory.serialize(object);
    }

    @Override
    public Object read(byte[] bytes) {
      return fory.deserialize(bytes, type);
    }
  }

  /// Kryo, with a reused output.
  final class OfKryo implements ByteArrays {
    private final Kryo kryo;
    private final Class<?> type;
    private final Output output = new Output(4096, -1);

    OfKryo(List<Class<?>> userTypes, Class<?> type) {
      this.kryo = KryoCodec.consistent(userTypes);
      this.type = type;
    }

    @Override
    public byte[] write(Object object) {
      output.reset();
      kryo.writeObject(output, object);
      return output.toBytes();
    }

    @Override
    public Object read(byte[] bytes) {
      return kryo.readObject(new Input(bytes), type);
    }
  }
}
