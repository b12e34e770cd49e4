// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import java.util.HexFormat;

/// What else bytes may be that somebody takes for a payload: by their first four.
public final class OtherFormats {

  private OtherFormats() {}

  /// Says how bytes start, and what starts so.
  ///
  /// @param first the first four, the first of all in the lowest byte
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
      case 0xFD2FB528 -> "a zstd frame, which is to be decompressed first";
      case 0x184D2204 -> "an LZ4 frame, which is to be decompressed first";
      case 0x04034B50 -> "a ZIP archive";
      default ->
          switch (first & 0xffff) {
            case 0xEDAC -> "Java serialization";
            case 0x8B1F -> "gzip, which is to be decompressed first";
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
