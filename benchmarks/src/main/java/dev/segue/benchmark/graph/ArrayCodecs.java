// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Objects;

/// The libraries that write only to arrays and streams.
final class ArrayCodecs {
  private ArrayCodecs() {}

  /// A stream to an array that can be accessed without a copy.
  private static final class OpenByteArray extends ByteArrayOutputStream {
    OpenByteArray() {
      super(GraphCase.BUFFER_BYTES);
    }

    byte[] array() {
      return buf;
    }
  }

  /// Hessian 2. Its only mode tracks references and is compatible.
  static final class Hessian extends ArrayCodec {
    private final OpenByteArray bytes = new OpenByteArray();
    private final Hessian2Output output = new Hessian2Output();
    private final Hessian2Input input = new Hessian2Input();
    private final Class<?> type;

    Hessian(GraphCase graphCase) {
      super(graphCase.buffer(), GraphCase.BUFFER_BYTES);
      var factory = new SerializerFactory();
      output.setSerializerFactory(factory);
      input.setSerializerFactory(factory);
      this.type = graphCase.object().type();
    }

    @Override
    protected int encode(Object object) throws IOException {
      bytes.reset();
      output.init(bytes);
      output.writeObject(object);
      output.flush();
      encoded = bytes.array();
      return bytes.size();
    }

    @Override
    protected Object decode(byte[] bytes, int length) throws IOException {
      input.init(new ByteArrayInputStream(bytes, 0, length));
      return input.readObject(type);
    }
  }

  /// The JDK's own serialization. Its only mode tracks references and is compatible.
  static final class Jdk extends ArrayCodec {
    private final OpenByteArray bytes = new OpenByteArray();

    Jdk(GraphCase graphCase) {
      super(graphCase.buffer(), GraphCase.BUFFER_BYTES);
    }

    @Override
    protected int encode(Object object) throws IOException {
      bytes.reset();
      try (var output = new ObjectOutputStream(bytes)) {
        output.writeObject(object);
      }
      encoded = bytes.array();
      return bytes.size();
    }

    @Override
    @SuppressWarnings("BanSerializableRead") // one of the compared libraries
    protected Object decode(byte[] bytes, int length) throws IOException, ClassNotFoundException {
      try (var input = new ObjectInputStream(new ByteArrayInputStream(bytes, 0, length))) {
        return input.readObject();
      }
    }
  }

  /// Protostuff with run-time schemas, which number fields by their order.
  static final class Protostuff extends ArrayCodec {
    private final Schema<Object> schema;
    private final LinkedBuffer buffer = LinkedBuffer.allocate(GraphCase.BUFFER_BYTES);

    @SuppressWarnings("unchecked") // only objects of its class are passed
    Protostuff(GraphCase graphCase) {
      super(graphCase.buffer(), GraphCase.BUFFER_BYTES);
      this.schema = (Schema<Object>) RuntimeSchema.getSchema(graphCase.object().type());
    }

    @Override
    protected int encode(Object object) {
      try {
        encoded = ProtostuffIOUtil.toByteArray(object, schema, buffer);
      } finally {
        buffer.clear();
      }
      return encoded.length;
    }

    @Override
    protected Object decode(byte[] bytes, int length) {
      Object object = schema.newMessage();
      ProtostuffIOUtil.mergeFrom(bytes, 0, length, object, schema);
      return object;
    }
  }

  /// fastjson2's binary JSON: fields by position if reader and writer have the same version of the
  /// class, by name otherwise.
  static final class Jsonb extends ArrayCodec {
    private final Class<?> type;
    private final JSONWriter.Context writing =
        new JSONWriter.Context(JSONWriter.Feature.FieldBased);
    private final JSONReader.Feature[] reading;

    Jsonb(GraphCase graphCase) {
      super(graphCase.buffer(), GraphCase.BUFFER_BYTES);
      this.type = graphCase.object().type();
      writing.config(JSONWriter.Feature.ReferenceDetection, graphCase.references());
      if (graphCase.schema() == GraphCase.Schema.CONSISTENT) {
        writing.config(JSONWriter.Feature.BeanToArray);
        this.reading =
            new JSONReader.Feature[] {
              JSONReader.Feature.FieldBased, JSONReader.Feature.SupportArrayToBean
            };
      } else {
        this.reading = new JSONReader.Feature[] {JSONReader.Feature.FieldBased};
      }
    }

    @Override
    protected int encode(Object object) {
      encoded = JSONB.toBytes(object, writing);
      return encoded.length;
    }

    @Override
    protected Object decode(byte[] bytes, int length) {
      return Objects.requireNonNull(JSONB.<Object>parseObject(bytes, 0, length, type, reading));
    }
  }
}
