// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/// The header [SegueKafkaConfig#HEADER], for people and tools. It replaces the header that a
/// derived record, as in Kafka Streams, has copied from its original.
///
/// A payload with a schema ends with the schema's fingerprint (8 bytes), the length of the embedded
/// schema (4) and the trailer (1).
final class FormatHeader {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int FLAGS = 2;
  private static final int HAS_SCHEMA = 4;
  private static final int ROOT_SLOT = 12;
  private static final int HEADER_LENGTH = 16;
  private static final int FINGERPRINT_FROM_END = 13;
  private static final int TAG_MASK = 3;

  /// An immutable header that many records share.
  private record Made(long schema, boolean isCompressed, Header header) {}

  /// The header of the last schema, since most producers write with one. A race creates a header
  /// twice.
  private @Nullable Made recent;

  /// Adds the header, unless the record has it: the headers of a record that is sent again are
  /// read-only.
  void put(Headers headers, byte[] payload, boolean isCompressed) {
    Header made = header(payload, isCompressed);
    Header last = headers.lastHeader(SegueKafkaConfig.HEADER);
    if (last != null) {
      if (Arrays.equals(last.value(), made.value())) {
        return;
      }
      headers.remove(SegueKafkaConfig.HEADER);
    }
    headers.add(made);
  }

  /// Removes the header of another value.
  static void remove(Headers headers) {
    if (headers.lastHeader(SegueKafkaConfig.HEADER) != null) {
      headers.remove(SegueKafkaConfig.HEADER);
    }
  }

  private Header header(byte[] payload, boolean isCompressed) {
    if (!hasSchema(payload)) {
      return new RecordHeader(SegueKafkaConfig.HEADER, bytes(format(isCompressed)));
    }
    long schema = (long) LONG.get(payload, payload.length - FINGERPRINT_FROM_END);
    Made made = recent;
    if (made == null || made.schema != schema || made.isCompressed != isCompressed) {
      String text = format(isCompressed) + "-" + HexFormat.of().toHexDigits(schema);
      made = new Made(schema, isCompressed, new RecordHeader(SegueKafkaConfig.HEADER, bytes(text)));
      recent = made;
    }
    return made.header;
  }

  private static boolean hasSchema(byte[] payload) {
    return payload.length >= HEADER_LENGTH + FINGERPRINT_FROM_END
        && (payload[FLAGS] & HAS_SCHEMA) != 0
        && (payload[ROOT_SLOT] & TAG_MASK) != 0;
  }

  private static String format(boolean isCompressed) {
    return isCompressed ? "1z" : "1";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
