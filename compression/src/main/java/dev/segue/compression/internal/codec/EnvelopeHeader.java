// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.codec;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The header of envelopes.
///
/// ```text
/// byte 0    bits 7-5: version, 1 | bits 4-0: codec
/// bytes 1-  length of the content, 7 bits a byte, lowest first, bit 7 set in all but the last
/// ```
public final class EnvelopeHeader {

  private static final int VERSION = 1;
  private static final int VERSION_SHIFT = 5;
  private static final int CODEC_MASK = 0x1F;
  private static final int GROUP_BITS = 7;
  private static final int GROUP_MASK = 0x7F;
  private static final int LENGTH_MAX = 10;

  private EnvelopeHeader() {}

  /// Returns the length of the header for content of a given length.
  public static int length(long contentLength) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(contentLength | 1);
    return 1 + (bits + GROUP_BITS - 1) / GROUP_BITS;
  }

  /// Writes a header to the start of the destination.
  public static void write(MemorySegment destination, int codec, long contentLength) {
    destination.set(ValueLayout.JAVA_BYTE, 0, (byte) ((VERSION << VERSION_SHIFT) | codec));
    long rest = contentLength;
    long position = 1;
    for (; rest > GROUP_MASK; rest >>>= GROUP_BITS) {
      destination.set(ValueLayout.JAVA_BYTE, position++, (byte) (rest | 0x80));
    }
    destination.set(ValueLayout.JAVA_BYTE, position, (byte) rest);
  }

  /// Returns the number of the codec. The version has been checked.
  public static int codec(MemorySegment envelope) {
    return envelope.get(ValueLayout.JAVA_BYTE, 0) & CODEC_MASK;
  }

  /// Returns the length of the content.
  ///
  /// @throws CodecFailure with reason `MALFORMED_INPUT`, or `UNSUPPORTED` for another version
  public static long contentLength(MemorySegment envelope) {
    requireVersion(envelope);
    long length = 0;
    for (int i = 0; i < LENGTH_MAX - 1; i++) {
      if (1 + i >= envelope.byteSize()) {
        throw malformed("ends within its header", envelope.byteSize());
      }
      int group = envelope.get(ValueLayout.JAVA_BYTE, 1 + i);
      length |= (long) (group & GROUP_MASK) << (GROUP_BITS * i);
      if (group >= 0) {
        if (length(length) != i + 2) {
          throw malformed("has a length that is not in its shortest form", 1);
        }
        return length;
      }
    }
    throw malformed("has a length of more than 63 bits", 1);
  }

  private static void requireVersion(MemorySegment envelope) {
    if (envelope.byteSize() == 0) {
      throw malformed("is empty", 0);
    }
    int version = (envelope.get(ValueLayout.JAVA_BYTE, 0) & 0xFF) >>> VERSION_SHIFT;
    if (version != VERSION) {
      throw foreign("has another version, or is none", envelope);
    }
  }

  /// Returns the failure for bytes that are not an envelope of this version. They may be a value
  /// that was stored before envelopes were introduced.
  public static CodecFailure foreign(String flaw, MemorySegment envelope) {
    int first = envelope.get(ValueLayout.JAVA_BYTE, 0) & 0xFF;
    String printable = first > ' ' && first < 0x7F ? " '" + (char) first + "'" : "";
    return new CodecFailure(
        Reason.UNSUPPORTED,
        ("the envelope %s: its first byte is 0x%02x%s. If it was written before compression was"
                + " switched on, use it as it is")
            .formatted(flaw, first, printable),
        0);
  }

  /// Returns the failure for a malformed envelope.
  public static CodecFailure malformed(String flaw, long offset) {
    return new CodecFailure(Reason.MALFORMED_INPUT, "the envelope " + flaw, offset);
  }

  /// Returns the failure for a destination that is too small for an envelope.
  public static CodecFailure tooSmall(long contentLength, MemorySegment destination) {
    return new CodecFailure(
        Reason.DESTINATION_TOO_SMALL,
        "the envelope of %d bytes does not fit into %d"
            .formatted(contentLength, destination.byteSize()));
  }
}
