// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.evolution.UnknownPayload;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An object of a class that this side does not know, kept as it was written, with its writer's
/// schema: see [UnknownTypes#KEEP]. Written again, it is what it was to readers that know the
/// class. Immutable.
public final class UnknownValue {

  private final byte[] payload;
  private final String typeName;

  /// For the serializer's own use.
  ///
  /// @param payload a payload in [SchemaMode#COMPATIBLE] whose root is the object; copied
  /// @throws SerializationException if it is none
  public UnknownValue(byte[] payload) {
    this.payload = payload.clone();
    this.typeName = UnknownPayload.typeName(payload);
  }

  /// The binary name of the class that it is of.
  ///
  /// @return as its writer called it
  public String typeName() {
    return typeName;
  }

  /// The object with all that is needed to read it: a payload of its own.
  ///
  /// @return a copy
  public byte[] payload() {
    return payload.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnknownValue that && Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(payload);
  }

  /// Says what it is of.
  ///
  /// @return the class's name and how many bytes the value takes
  @Override
  public String toString() {
    return "UnknownValue[" + typeName + ", " + payload.length + " bytes]";
  }
}
