// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

/// The form in which payloads of the serializer are stored in Redis.
interface StoredForm {

  /// Converts a payload to the bytes to store.
  byte[] store(byte[] payload);

  /// Converts stored bytes to a payload.
  ///
  /// @param maxLength the longest payload to accept, in bytes
  /// @throws RuntimeException if the bytes are not of this form
  byte[] load(byte[] stored, int maxLength);

  /// Whether stored bytes that begin with this byte may be of this form.
  ///
  /// @param first the byte, unsigned
  boolean mayBegin(int first);
}
