// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// An encoded schema: the bytes of a document, and the fingerprint that identifies it.
///
/// @param fingerprint the first eight bytes of the document's SHA-256, little-endian
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Schema(long fingerprint, byte[] document) {

  /// The size of the tail after the document: the fingerprint (8), and the length of the document
  /// (4), which is zero if the document is omitted.
  public static final int TAIL_BYTES = Long.BYTES + Integer.BYTES;

  /// The maximum size of a document.
  public static final int MAX_BYTES = 1 << 22;

  /// The maximum of the estimated memory of a decoded document.
  public static final int MAX_MEMORY_BYTES = 1 << 25;

  /// Used in place of a schema for payloads that end without one.
  public static final Schema NONE = new Schema(0, new byte[0]);

  public static Schema of(byte[] document) {
    return new Schema(fingerprint(document), document);
  }

  boolean isNone() {
    return document.length == 0;
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
