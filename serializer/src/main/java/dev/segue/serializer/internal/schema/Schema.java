// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// A schema on its way: a document's bytes, and the fingerprint by which it is known.
///
/// @param fingerprint the first eight bytes of the document's SHA-256, little-endian
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Schema(long fingerprint, byte[] document) {

  /// What stands behind the document, or without it: the fingerprint, and the document's length, or
  /// zero (4).
  public static final int TAIL_BYTES = Long.BYTES + Integer.BYTES;

  /// The longest document that is taken.
  public static final int MAX_BYTES = 1 << 22;

  /// The most memory that a document may take once it is read, as estimated.
  public static final int MAX_MEMORY_BYTES = 1 << 25;

  public static Schema of(byte[] document) {
    return new Schema(fingerprint(document), document);
  }

  public static long fingerprint(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
      return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("every JDK has SHA-256", e);
    }
  }
}
