// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

/// Payloads as they are.
final class PlainForm implements StoredForm {

  static final PlainForm INSTANCE = new PlainForm();

  private static final int MAGIC = 0xE5;

  /// The largest version of the format that a payload can state. UTF-8 has no such byte after the
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
    return stored; // already in memory: there is nothing to bound
  }

  @Override
  public boolean mayBegin(int first) {
    return first == MAGIC;
  }
}
