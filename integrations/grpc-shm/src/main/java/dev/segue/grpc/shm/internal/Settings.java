// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

/// What a server says about itself when it has accepted a connection.
///
/// @param processId its process, as it sees itself
/// @param maxMetadata the greatest size of metadata that it accepts
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
