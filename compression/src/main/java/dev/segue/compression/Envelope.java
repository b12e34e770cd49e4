// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Content with a header that says how it is compressed and how long it is.
///
/// ```text
/// byte 0    bits 7-5: version, 1 | bits 4-0: codec, as below
/// bytes 1-  length of the content, 7 bits a byte, lowest first, bit 7 set in all but the last
/// then      the body, to the end
/// codecs    0 stored | 1 zstd frame | 2 LZ4 frame | 3 LZ4 raw block | 4 Snappy block | 5 gzip
///           | 6 small value: dictionary check (2, little-endian) and one compressed zstd block
///           | 7 Brotli stream
/// ```
///
/// A policy with a dictionary writes small values: no zstd frame around the block, since the
/// envelope says what a frame would. The check is the dictionary's id, its upper half folded onto
/// its lower (for raw content, the CRC-32C of its first 64 KiB); another dictionary is an error of
/// kind `WRONG_DICTIONARY`, but for one in 65,536.
///
/// Two bytes for content below 128, three below 16,384. Immutable and thread-safe.
public final class Envelope {

  private static final int VERSION = 1;
  private static final int VERSION_SHIFT = 5;
  private static final int CODEC_MASK = 0x1F;
  private static final int GROUP_BITS = 7;
  private static final int GROUP_MASK = 0x7F;
  private static final int HEADER_LENGTH_MAX = 10;

  private static final int STORED = 0;
  private static final int ZSTD = 1;
  private static final int LZ4 = 2;
  private static final int LZ4_RAW = 3;
  private static final int SNAPPY = 4;
  private static final int GZIP = 5;
  private static final int SMALL_VALUE = 6;
  private static final int BROTLI = 7;

  private final CompressionPolicy policy;
  private final @Nullable SmallValues smallValues;

  /// Codecs that other policies may have used, by their number, once they were needed.
  private final @Nullable Codec[] others = new Codec[BROTLI + 1];

  /// An envelope for content that a policy decides on; it also reads what other policies wrote, as
  /// long as that needs no dictionary, or this policy's.
  ///
  /// @param policy how to write
  public Envelope(CompressionPolicy policy) {
    this.policy = policy;
    this.smallValues = SmallValues.of(policy.codec());
  }

  /// The longest that the envelope of some content can become.
  ///
  /// @param contentLength length of the content, in bytes
  /// @return length of a destination that always suffices, in bytes
  public long maxLength(long contentLength) {
    return headerLength(contentLength)
        + Math.max(contentLength, policy.codec().maxCompressedLength(contentLength));
  }

  /// Writes content to the start of the destination, compressed if that pays.
  ///
  /// @param content what to write; may be empty
  /// @param destination where the envelope goes
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`; the length of the content and
  ///   ten bytes always suffice
  public long write(MemorySegment content, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(content, destination);
    long length = content.byteSize();
    int header = headerLength(length);
    if (destination.byteSize() < header) {
      throw tooSmall(length, destination);
    }
    if (policy.isWorthTrying(length)) {
      if (smallValues != null && length <= SmallValues.LENGTH_MAX) {
        long written = smallValues.write(content, length, destination, header);
        if (written >= 0 && policy.pays(length, written)) {
          writeHeader(destination, SMALL_VALUE, length);
          return header + written;
        }
      }
      long written = compress(content, destination, header);
      if (policy.pays(length, written)) {
        writeHeader(destination, number(policy.codec()), length);
        return header + written;
      }
    }
    if (length > destination.byteSize() - header) {
      throw tooSmall(length, destination);
    }
    writeHeader(destination, STORED, length);
    MemorySegment.copy(content, 0, destination, header, length);
    return header + length;
  }

  private long compress(MemorySegment content, MemorySegment destination, long offset) {
    try {
      return policy
          .codec()
          .compress(
              content, 0, content.byteSize(), destination, offset, destination.byteSize() - offset);
    } catch (CompressionException e) {
      if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
        throw e;
      }
      return Long.MAX_VALUE; // longer than there is room for: stored is worth a try
    }
  }

  /// The length of the content of an envelope, as its header states it.
  ///
  /// @param envelope what [#write] wrote
  /// @return bytes; compare it with a bound before allocating that much
  /// @throws CompressionException of kind `MALFORMED_INPUT`, or `UNSUPPORTED` for another version
  public long contentLength(MemorySegment envelope) {
    requireVersion(envelope);
    long length = 0;
    for (int i = 0; i < HEADER_LENGTH_MAX - 1; i++) {
      if (1 + i >= envelope.byteSize()) {
        throw malformed("ends within its header", envelope.byteSize());
      }
      int group = envelope.get(ValueLayout.JAVA_BYTE, 1 + i);
      length |= (long) (group & GROUP_MASK) << (GROUP_BITS * i);
      if (group >= 0) {
        if (headerLength(length) != i + 2) {
          throw malformed("has a length that is not in its shortest form", 1);
        }
        return length;
      }
    }
    throw malformed("has a length of more than 63 bits", 1);
  }

  /// Reads the content of an envelope to the start of the destination.
  ///
  /// @param envelope what [#write] wrote; exactly that
  /// @param destination where the content goes: [#contentLength] bytes at least
  /// @return bytes written, which is what the header states
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or one that tells what is wrong
  ///   with the envelope
  public long read(MemorySegment envelope, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(envelope, destination);
    long length = contentLength(envelope);
    if (length > destination.byteSize()) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "the content is %d bytes long, the destination %d"
              .formatted(length, destination.byteSize()));
    }
    long read = decompress(envelope, headerLength(length), destination, length);
    if (read != length) {
      throw malformed("states length=%d, has %d".formatted(length, read), 1);
    }
    return read;
  }

  private long decompress(
      MemorySegment envelope, long offset, MemorySegment destination, long length) {
    int number = envelope.get(ValueLayout.JAVA_BYTE, 0) & CODEC_MASK;
    try {
      if (number == SMALL_VALUE) {
        return requireSmallValues(envelope, offset).read(envelope, offset, destination, length);
      }
      // No room for more than is stated, so that a body that has more is found out.
      Codec codec = codec(number);
      if (codec == null) {
        throw foreign("has codec=" + number + ", which is not known", envelope);
      }
      return codec.decompress(
          envelope, offset, envelope.byteSize() - offset, destination, 0, length);
    } catch (CompressionException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL) {
        throw malformed("states length=" + length + ", has more", 1);
      }
      throw e;
    }
  }

  private SmallValues requireSmallValues(MemorySegment envelope, long offset) {
    if (smallValues == null) {
      throw SmallValues.wrongDictionary(envelope, offset, "but none was given");
    }
    return smallValues;
  }

  /// Writes content to a new array.
  ///
  /// @param content what to write
  /// @return the envelope
  public byte[] write(byte[] content) {
    return Buffers.collect(
        maxLength(content.length), out -> write(MemorySegment.ofArray(content), out));
  }

  /// Reads the content of an envelope into a new array.
  ///
  /// @param envelope what [#write] wrote
  /// @param maxLength the longest content to accept
  /// @return the content
  /// @throws CompressionException of kind `LIMIT_EXCEEDED`, before memory is spent, or one that
  ///   tells what is wrong with the envelope
  public byte[] read(byte[] envelope, int maxLength) {
    MemorySegment source = MemorySegment.ofArray(envelope);
    long length = contentLength(source);
    if (length > maxLength) {
      throw new CompressionException(
          Kind.LIMIT_EXCEEDED,
          "the envelope states length=%d, maxLength=%d".formatted(length, maxLength));
    }
    return Buffers.collect(length, out -> read(source, out));
  }

  private @Nullable Codec codec(int number) {
    if (number == number(policy.codec())) {
      return policy.codec();
    }
    Codec other = number < others.length ? others[number] : null;
    if (other == null && number < others.length) {
      other = plain(number);
      others[number] = other;
    }
    return other;
  }

  private static @Nullable Codec plain(int number) {
    return switch (number) {
      case STORED -> Codec.stored();
      case ZSTD -> Codec.zstd();
      case LZ4 -> Codec.lz4();
      case LZ4_RAW -> Codec.lz4Raw();
      case SNAPPY -> Codec.snappy();
      case GZIP -> Codec.gzip();
      case BROTLI -> Codec.brotli();
      default -> null;
    };
  }

  private static int number(Codec codec) {
    return switch (codec) {
      case StoredCodec _ -> STORED;
      case ZstdCodec _ -> ZSTD;
      case Lz4FrameCodec _ -> LZ4;
      case Lz4RawCodec _ -> LZ4_RAW;
      case SnappyCodec _ -> SNAPPY;
      case GzipCodec _ -> GZIP;
      case BrotliCodec _ -> BROTLI;
    };
  }

  private static int headerLength(long contentLength) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(contentLength | 1);
    return 1 + (bits + GROUP_BITS - 1) / GROUP_BITS;
  }

  private static void writeHeader(MemorySegment destination, int codec, long length) {
    destination.set(ValueLayout.JAVA_BYTE, 0, (byte) ((VERSION << VERSION_SHIFT) | codec));
    long rest = length;
    long position = 1;
    for (; rest > GROUP_MASK; rest >>>= GROUP_BITS) {
      destination.set(ValueLayout.JAVA_BYTE, position++, (byte) (rest | 0x80));
    }
    destination.set(ValueLayout.JAVA_BYTE, position, (byte) rest);
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

  /// What is no envelope of this version may be a value from before there were envelopes.
  private static CompressionException foreign(String flaw, MemorySegment envelope) {
    int first = envelope.get(ValueLayout.JAVA_BYTE, 0) & 0xFF;
    String printable = first > ' ' && first < 0x7F ? " '" + (char) first + "'" : "";
    return new CompressionException(
        Kind.UNSUPPORTED,
        ("the envelope %s: its first byte is 0x%02x%s. If it was written before compression was"
                + " switched on, read it as it is, or keep values in the form of CacheValueFormat,"
                + " which reads plain and compressed ones")
            .formatted(flaw, first, printable),
        0);
  }

  private static CompressionException malformed(String flaw, long offset) {
    return new CompressionException(Kind.MALFORMED_INPUT, "the envelope " + flaw, offset);
  }

  private static CompressionException tooSmall(long length, MemorySegment destination) {
    return new CompressionException(
        Kind.DESTINATION_TOO_SMALL,
        "the envelope of %d bytes does not fit into %d".formatted(length, destination.byteSize()));
  }
}
