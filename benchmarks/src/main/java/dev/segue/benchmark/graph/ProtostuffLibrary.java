// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import io.protostuff.LinkedBuffer;
import io.protostuff.ProtostuffIOUtil;
import io.protostuff.Schema;
import io.protostuff.runtime.RuntimeSchema;
import java.util.List;
import java.util.Optional;

/// Protostuff with run-time schemas.
final class ProtostuffLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    if (graphCase.references()) {
      return Optional.of("protostuff has no references");
    }
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      return Optional.of("protostuff numbers fields by their order, unless they are annotated");
    }
    return Optional.empty();
  }

  /// The library needs none; this flag only suppresses the JDK's warning about `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags() {
    return List.of("--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return new Codec(graphCase.buffer(), schema(graphCase.object().type()));
  }

  private static Schema<Object> schema(Class<?> type) {
    @SuppressWarnings("unchecked") // it gets only objects of its class
    var schema = (Schema<Object>) RuntimeSchema.getSchema(type);
    return schema;
  }

  private static final class Codec extends ArrayCodec {
    private final Schema<Object> schema;
    private final LinkedBuffer buffer = LinkedBuffer.allocate(GraphCase.BUFFER_BYTES);
    private byte[] bytes = {};

    Codec(GraphCase.Buffer buffer, Schema<Object> schema) {
      super(buffer);
      this.schema = schema;
    }

    @Override
    int encode(Object object) {
      try {
        bytes = ProtostuffIOUtil.toByteArray(object, schema, buffer);
      } finally {
        buffer.clear();
      }
      return bytes.length;
    }

    @Override
    byte[] encoded() {
      return bytes;
    }

    @Override
    Object decode(byte[] bytes, int length) {
      Object object = schema.newMessage();
      ProtostuffIOUtil.mergeFrom(bytes, 0, length, object, schema);
      return object;
    }
  }
}
