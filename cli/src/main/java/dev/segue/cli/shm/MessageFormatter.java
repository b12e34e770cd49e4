// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Formats messages for people: Segue payloads of known classes as trees, text as text, and
/// everything else as bytes.
///
/// @param serializer for payloads, or null to show them as bytes
/// @param hex whether to show text as bytes, too
record MessageFormatter(@Nullable Serializer serializer, boolean hex) {

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  /// Formats a message.
  ///
  /// @param lane number of its lane
  /// @param length in bytes
  /// @param start its first bytes, or all of them
  /// @return one line, or several for a payload
  String format(long lane, long length, MemorySegment start) {
    boolean shortened = length > start.byteSize();
    String head = "lane %d  %,d bytes".formatted(lane, length);
    if (serializer != null && isPayload(serializer, start)) {
      return head
          + (shortened ? "  (the first %,d)".formatted(start.byteSize()) : "")
          + "\n"
          + serializer.inspect(start, 0).lines().collect(Collectors.joining("\n  ", "  ", ""));
    }
    return head + "  " + text(start.toArray(ValueLayout.JAVA_BYTE)) + (shortened ? " ..." : "");
  }

  private static boolean isPayload(Serializer serializer, MemorySegment start) {
    if (start.byteSize() == 0) {
      return false;
    }
    try {
      return serializer.payloadSize(start, 0) > 0;
    } catch (SerializationException e) {
      return false;
    }
  }

  private String text(byte[] content) {
    if (!hex) {
      try {
        String text =
            StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(content))
                .toString();
        // Accepts only characters that a terminal does not interpret as control characters.
        if (text.codePoints().noneMatch(Character::isISOControl)) {
          return '"' + text + '"';
        }
      } catch (CharacterCodingException e) {
        return HEX.formatHex(content);
      }
    }
    return HEX.formatHex(content);
  }
}
