// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

/// The schema in the payloads that are written in compatible mode.
enum Tail {
  /// The schema of the classes that the payload holds.
  HELD,
  /// The schema of the classes that any payload with such a root may hold; its fingerprint, if it
  /// was [Announced].
  ANNOUNCED,
  /// The fingerprint of the schema of the classes that the payload holds, which readers find.
  PUBLISHED
}
