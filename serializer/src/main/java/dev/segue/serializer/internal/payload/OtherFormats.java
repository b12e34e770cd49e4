// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import java.util.HexFormat;

/// Recognizes other formats by their first four bytes, for the error about bytes that are not a
/// payload.
public final class OtherFormats {

  private OtherFormats() {}

  /// Describes the first bytes, and names the format that starts with them.
  ///
  /// @param first the first four bytes, little-endian
  public static String describe(int first) {
    byte[] bytes = new byte[Integer.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (first >>> (Byte.SIZE * i));
    }
    String name = name(first);
    return "starts with "
        + HexFormat.ofDelimiter(" ").formatHex(bytes)
        + (name.isEmpty() ? "" : " (" + name + "?)");
  }

  private static String name(int first) {
    return switch (first) {
      case 0 -> "empty memory, or a wrong offset";
      case 0xFD2FB528 -> "a zstd frame, to be decompressed first";
      case 0x184D2204 -> "an LZ4 frame, to be decompressed first";
      case 0x04034B50 -> "a ZIP archive";
      default ->
          switch (first & 0xffff) {
            case 0xEDAC -> "Java serialization";
            case 0x8B1F -> "gzip, to be decompressed first";
            default ->
                switch (first & 0xff) {
                  case '{', '[' -> "JSON";
                  case '<' -> "XML";
                  default -> "";
                };
          };
    };
  }
}
