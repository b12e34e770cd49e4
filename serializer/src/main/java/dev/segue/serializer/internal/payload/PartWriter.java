// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.ShapeCodec;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeRegistry;
import org.jspecify.annotations.Nullable;

/// Writes one value to a new array: its slot, then its bytes, as in an object without other fields.
public final class PartWriter {

  private static final int FIRST_BYTES = 1 << 8;
  private static final int MOST_BYTES = 1 << 30;

  private final ShapeCodec codec;
  private final Options options;
  private final int maxDepth;

  /// @param shape a shape with a slot
  public PartWriter(Shape shape, TypeRegistry registry, int maxDepth) {
    this.codec = new ShapeCodec(shape, registry);
    this.options = registry.options();
    this.maxDepth = maxDepth;
  }

  /// Writes a value.
  ///
  /// @return an array with the value, possibly followed by zeros
  public byte[] write(@Nullable Object value) {
    int length = FIRST_BYTES;
    while (true) {
      byte[] array = new byte[length];
      Session session = options.needSession() ? Session.of(options).begin(0) : null;
      int limit = length - Header.TRAILER_BYTES;
      try {
        codec.write(value, array, Integer.BYTES, limit, maxDepth, Integer.BYTES, 0, session);
        return array;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || length >= MOST_BYTES) {
          throw e;
        }
        length *= 2;
      } catch (StackOverflowError | LinkageError e) {
        throw Failures.machine(e);
      }
    }
  }
}
