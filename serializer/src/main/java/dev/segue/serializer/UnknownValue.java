// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.evolution.Settings;
import dev.segue.serializer.internal.evolution.UnknownPayload;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An object whose class the reader does not have, kept in serialized form together with its
/// writer's schema: see [UnknownTypes#KEEP]. When it is written again, readers that have the class
/// get the original object. Immutable and thread-safe.
public final class UnknownValue {

  /// The representation of unknown objects, for the packages that read and write them.
  static final Settings.Kept KEPT = new Representation();

  private final UnknownPayload content;

  private UnknownValue(UnknownPayload content) {
    this.content = content;
  }

  /// Restores a value from its payload; the inverse of [#payload].
  ///
  /// @param payload a whole payload, written in [SchemaMode#COMPATIBLE], whose root is the object;
  ///   it is copied
  /// @return the value
  /// @throws SerializationException if the bytes are no such payload
  public static UnknownValue fromPayload(byte[] payload) {
    return new UnknownValue(UnknownPayload.of(Objects.requireNonNull(payload, "payload")));
  }

  /// The binary name of the object's class.
  ///
  /// @return the name that the class has in the writer
  public String typeName() {
    return content.typeName();
  }

  /// The object as a separate payload, which includes the schema that is needed to read it.
  ///
  /// @return a new array
  public byte[] payload() {
    return content.toBytes();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnknownValue that && content.equals(that.content);
  }

  @Override
  public int hashCode() {
    return content.hashCode();
  }

  /// Describes the value.
  ///
  /// @return the name of the class and the size in bytes
  @Override
  public String toString() {
    return "UnknownValue[" + typeName() + ", " + content.byteSize() + " bytes]";
  }

  private static final class Representation implements Settings.Kept {

    @Override
    public Class<?> type() {
      return UnknownValue.class;
    }

    @Override
    public Object of(UnknownPayload payload) {
      return new UnknownValue(payload);
    }

    @Override
    public UnknownPayload payload(Object kept) {
      return ((UnknownValue) kept).content;
    }
  }
}
