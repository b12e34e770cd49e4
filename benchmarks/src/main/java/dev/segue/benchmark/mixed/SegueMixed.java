// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.serializer.Serializer;

/// Segue.
final class SegueMixed implements MixedCodec {
  private final Serializer serializer;
  private final Class<?>[] types;
  private final Buffers buffers;

  SegueMixed(UnseenClasses classes, Buffers buffers) {
    this.types = classes.types().toArray(Class<?>[]::new);
    this.serializer = Serializer.builder().register(types).build();
    this.buffers = buffers;
  }

  @Override
  public long serialize(Turn turn, Object object) {
    return serializer.write(object, buffers.of(turn.memory()), turn.offset());
  }

  @Override
  public Object deserialize(Turn turn) {
    return serializer.read(buffers.of(turn.memory()), turn.offset(), types[turn.index()]);
  }
}
