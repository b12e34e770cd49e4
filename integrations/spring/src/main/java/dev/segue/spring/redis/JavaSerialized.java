// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ConfigurableObjectInputStream;
import org.springframework.data.redis.serializer.SerializationException;

/// Reads values that were written by Java serialization.
///
/// @param filters creates the filter for a value of the given length in bytes
record JavaSerialized(ClassLoader loader, IntFunction<ObjectInputFilter> filters) {

  private static final int STREAM_MAGIC = 0xACED;

  JavaSerialized {
    Objects.requireNonNull(loader, "loader");
  }

  @SuppressWarnings("BanSerializableRead") // filtered, and only for existing values
  @Nullable Object read(byte[] bytes) {
    try (var in = new ConfigurableObjectInputStream(new ByteArrayInputStream(bytes), loader)) {
      in.setObjectInputFilter(filters.apply(bytes.length));
      return in.readObject();
    } catch (IOException
        | ClassNotFoundException
        | RuntimeException
        | LinkageError
        | StackOverflowError e) {
      throw new SerializationException(
          "cannot read a value of %d bytes, which Java serialization wrote: %s"
              .formatted(bytes.length, e.getMessage()),
          e);
    }
  }

  /// Whether bytes begin like a stream of Java serialization.
  static boolean isOne(byte[] bytes) {
    return bytes.length > 1 && (((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF)) == STREAM_MAGIC;
  }
}
