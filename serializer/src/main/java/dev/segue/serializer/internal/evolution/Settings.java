// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import org.jspecify.annotations.Nullable;

/// The options that apply to payloads of other schemas. Unknown values are errors unless they are
/// read as null or kept.
///
/// @param maxDepth the maximum nesting of objects
/// @param nullIfUnknown whether values that the reader does not know are read as null
/// @param keepUnknown whether they are kept as payloads
/// @param store the store of schemas, or null if payloads contain them
/// @param kept the class of objects that hold unknown values
public record Settings(
    int maxDepth, boolean nullIfUnknown, boolean keepUnknown, @Nullable Store store, Kept kept) {

  public Settings {
    if (nullIfUnknown && keepUnknown) {
      throw new IllegalArgumentException("unknown values are either read as null or kept");
    }
  }

  /// Whether values that the reader does not know are errors.
  boolean failIfUnknown() {
    return !nullIfUnknown && !keepUnknown;
  }

  /// A store of schemas by their fingerprints.
  public interface Store {

    void put(long fingerprint, byte[] schema);

    byte @Nullable [] get(long fingerprint);
  }

  /// The class of objects that hold the payload of a value that the reader does not know.
  public interface Kept {

    Class<?> type();

    /// Creates an object from a payload.
    Object of(UnknownPayload payload);

    /// The payload of an object.
    UnknownPayload payload(Object kept);
  }
}
