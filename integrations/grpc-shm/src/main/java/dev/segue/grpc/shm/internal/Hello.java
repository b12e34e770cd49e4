// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import org.jspecify.annotations.Nullable;

/// The first message of a client, which describes the client and its limits.
///
/// @param id the connection's number in the names of its files
/// @param processId the client's process id, as the client sees it
/// @param maxMetadata the maximum size of metadata that the client accepts
/// @param credit the credit of each call: bytes that the server may send ahead
/// @param userAgent the `user-agent` that servers get
/// @param acceptEncoding the names of the encodings that it can decompress, or null
public record Hello(
    long id,
    long processId,
    int maxMetadata,
    int credit,
    String userAgent,
    @Nullable String acceptEncoding) {

  /// The length of the longest hello.
  static final int MAX_LENGTH = 4096;

  private static final long MAGIC = 0x47525043_53484d31L;

  byte[] toBytes() {
    byte[] bytes =
        new BodyWriter()
            .putLong(MAGIC)
            .putLong(id)
            .putLong(processId)
            .putInt(maxMetadata)
            .putInt(credit)
            .putString(userAgent)
            .putString(acceptEncoding)
            .toBytes();
    if (bytes.length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "the user agent and the names of encodings are too long: %d bytes, at most %d"
              .formatted(bytes.length, MAX_LENGTH));
    }
    return bytes;
  }

  static Hello read(byte[] bytes) {
    BodyReader reader = new BodyReader(bytes);
    if (reader.getLong() != MAGIC) {
      throw new DamagedFrameException("not the hello of a client of this version");
    }
    return new Hello(
        reader.getLong(),
        reader.getLong(),
        reader.getPositiveInt(),
        reader.getPositiveInt(),
        reader.getText(),
        reader.getString());
  }
}
