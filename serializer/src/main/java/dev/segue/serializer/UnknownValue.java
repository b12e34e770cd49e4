// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.evolution.UnknownPayload;
import org.jspecify.annotations.Nullable;

/// An object of a class that this side does not know, kept as it was written, with its writer's
/// schema: see [UnknownTypes#KEEP]. Written again, it is what it was to readers that know the
/// class. Immutable.
public final class UnknownValue {

  private final UnknownPayload content;

  /// For the serializer's own use.
  ///
  /// @param payload a payload in [SchemaMode#COMPATIBLE] whose root is the object; copied
  /// @throws SerializationException if it is none
  public UnknownValue(byte[] payload) {
    this(UnknownPayload.of(payload));
  }

  UnknownValue(UnknownPayload content) {
    this.content = content;
  }

  UnknownPayload content() {
    return content;
  }

  /// The binary name of the class that it is of.
  ///
  /// @return as its writer called it
  public String typeName() {
    return content.typeName();
  }

  /// The object with all that is needed to read it: a payload of its own.
  ///
  /// @return an array of the caller's
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

  /// Says what it is of.
  ///
  /// @return the class's name and how many bytes the value takes
  @Override
  public String toString() {
    return "UnknownValue[" + typeName() + ", " + content.byteSize() + " bytes]";
  }
}
