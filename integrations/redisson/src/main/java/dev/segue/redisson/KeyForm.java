// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The form of keys: payloads that depend only on the key, so that equal keys have the same bytes
/// in every process.
///
/// A serializer that allows classes by a rule numbers them in an order that may differ between
/// processes. So each key class has its own serializer, in which only this class and the classes of
/// its components are registered. Readers match classes by name.
final class KeyForm {

  private final Serializer reader;

  private final ClassValue<Serializer> writers =
      new ClassValue<>() {
        @Override
        protected Serializer computeValue(Class<?> type) {
          return writer(type);
        }
      };

  KeyForm(Serializer reader) {
    this.reader = reader;
  }

  private Serializer writer(Class<?> type) {
    KeyTypes.requireKey(type, reader);
    var builder = Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
    return KeyTypes.isOfJdk(type) ? builder.build() : builder.registerReachable(type).build();
  }

  /// Returns the bytes of a key.
  ///
  /// @return a buffer that belongs to the caller
  ByteBuf encode(Object key) throws IOException {
    try {
      return Payloads.write(writers.get(key.getClass()), key);
    } catch (RuntimeException e) {
      throw Failures.writing(key, e);
    }
  }

  /// Returns the key of the bytes in a buffer, all of which are consumed.
  @Nullable Object decode(ByteBuf bytes) throws IOException {
    try {
      return Payloads.withContent(bytes, content -> Payloads.read(reader, content));
    } catch (RuntimeException e) {
      throw Failures.reading("key", e);
    }
  }
}
