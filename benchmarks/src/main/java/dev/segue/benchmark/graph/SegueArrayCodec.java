// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Serializer;

/// Segue with a new array for each object: the first lines of its guide.
final class SegueArrayCodec implements GraphCodec {
  private final Serializer serializer;
  private final Class<?> type;
  private byte[] bytes = {};

  SegueArrayCodec(Serializer serializer, Class<?> type) {
    this.serializer = serializer;
    this.type = type;
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
