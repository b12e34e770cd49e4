// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

/// The first frame of a server on a new connection, which describes the server and its limits.
///
/// @param processId the server's process id, as the server sees it
/// @param maxMetadata the maximum size of metadata that the server accepts
/// @param credit the credit of each call: bytes that the client may send ahead
public record Settings(long processId, int maxMetadata, int credit) {

  byte[] toFrame() {
    return new BodyWriter()
        .begin()
        .putLong(processId)
        .putInt(maxMetadata)
        .putInt(credit)
        .end(0, Frames.SETTINGS, 0, 0)
        .toBytes();
  }

  static Settings read(byte[] body) {
    BodyReader reader = new BodyReader(body);
    return new Settings(reader.getLong(), reader.getPositiveInt(), reader.getPositiveInt());
  }
}
