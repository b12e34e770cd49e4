// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import dev.segue.serializer.internal.error.Header;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A schema of payloads that the serializer writes. The bytes after the root object are prepared,
/// so that one copy writes them. Two schemas are equal if their fingerprints are.
public final class OwnSchema {

  private final long fingerprint;
  private final byte[] whole;
  private final byte[] brief;
  private volatile boolean isPublished;

  public OwnSchema(Schema schema) {
    this.fingerprint = schema.fingerprint();
    if (schema.isNone()) {
      this.whole = new byte[Header.TRAILER_BYTES];
      this.brief = whole;
      return;
    }
    this.whole = end(schema.document(), fingerprint);
    this.brief = end(new byte[0], fingerprint);
  }

  private static byte[] end(byte[] document, long fingerprint) {
    return ByteBuffer.allocate(document.length + Schema.TAIL_BYTES + Header.TRAILER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(document)
        .putLong(fingerprint)
        .putInt(document.length)
        .array();
  }

  /// Whether payloads end without a schema.
  public boolean isNone() {
    return whole.length == Header.TRAILER_BYTES;
  }

  public long fingerprint() {
    return fingerprint;
  }

  /// The end of a payload with the schema: all bytes after the root object. Must not be modified.
  public byte[] whole() {
    return whole;
  }

  /// The end of a payload with only the fingerprint. Must not be modified.
  public byte[] brief() {
    return brief;
  }

  /// The length of the document.
  public int documentBytes() {
    return whole.length - brief.length;
  }

  /// A copy of the schema.
  public Schema schema() {
    return new Schema(fingerprint, Arrays.copyOf(whole, documentBytes()));
  }

  /// Whether readers can find the schema by its fingerprint.
  public boolean isPublished() {
    return isPublished;
  }

  public void setPublished() {
    isPublished = true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OwnSchema that && fingerprint == that.fingerprint;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(fingerprint);
  }
}
