// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;

/// Segue with a new array for each object, as at the beginning of its guide.
final class SegueArrayCodec implements GraphCodec {
  private final Serializer serializer;
  private final Class<?> type;
  private byte[] bytes = {};

  SegueArrayCodec(Serializer serializer, Class<?> type) {
    this.serializer = serializer;
    this.type = type;
  }

  /// Returns a codec for the first object in a JVM, set up with the minimum that a program needs.
  static GraphCodec of(GraphCase graphCase) {
    SerializerBuilder builder =
        Serializer.builder().register(graphCase.object().userTypes().toArray(new Class<?>[0]));
    if (!graphCase.library().equals("segue-auto")) {
      builder.execution(Execution.COMPILED);
    }
    return new SegueArrayCodec(builder.build(), graphCase.object().type());
  }

  @Override
  public long serialize(Object object) {
    bytes = serializer.toBytes(object);
    return bytes.length;
  }

  @Override
  public Object deserialize() {
    return serializer.fromBytes(bytes, type);
  }
}
