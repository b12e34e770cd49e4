// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.schema;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// A schema on its way: a document's bytes, and the fingerprint by which it is known.
///
/// @param fingerprint the first eight bytes of the document's SHA-256, little-endian
/// @param full how a payload ends that carries the document: the document, the fingerprint, the
///   document's length (4)
/// @param brief how a payload ends that leaves it out: the fingerprint, a zero (4)
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Schema(long fingerprint, byte[] document, MemorySegment full, MemorySegment brief) {

  /// What stands behind the document, always.
  public static final int TAIL_BYTES = Long.BYTES + Integer.BYTES;

  /// The longest document that is taken.
  public static final int MAX_BYTES = 1 << 22;

  public static Schema of(byte[] document) {
    long fingerprint = fingerprint(document);
    return new Schema(
        fingerprint,
        document,
        end(document, fingerprint, document.length),
        end(new byte[0], fingerprint, 0));
  }

  private static MemorySegment end(byte[] document, long fingerprint, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(document.length + TAIL_BYTES);
    bytes.order(ByteOrder.LITTLE_ENDIAN).put(document).putLong(fingerprint).putInt(length);
    return MemorySegment.ofArray(bytes.array());
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
