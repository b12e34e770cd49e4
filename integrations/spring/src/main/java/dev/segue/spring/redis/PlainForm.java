// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

/// The form of plain payloads.
final class PlainForm implements StoredForm {

  static final PlainForm INSTANCE = new PlainForm();

  private static final int MAGIC = 0xE5;

  /// The largest format version in a payload. In UTF-8, no byte up to this value can follow the
  /// magic, so text is never taken for a payload.
  private static final int VERSION_MAX = 0x7F;

  private PlainForm() {}

  /// Whether bytes begin like a payload of the serializer.
  static boolean isPayload(byte[] bytes) {
    return bytes.length > 1 && (bytes[0] & 0xFF) == MAGIC && (bytes[1] & 0xFF) <= VERSION_MAX;
  }

  @Override
  public byte[] store(byte[] payload) {
    return payload;
  }

  @Override
  public byte[] load(byte[] stored, int maxLength) {
    return stored; // already in memory, so no bound is needed
  }

  @Override
  public boolean mayBegin(int first) {
    return first == MAGIC;
  }
}
