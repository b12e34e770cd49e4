// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.codec.Allocations;
import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.codec.EnvelopeHeader;
import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.zstd.SmallValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A self-describing wrapper for compressed content: a header of two bytes or more states the
/// format and the content's length, and content that does not compress is stored uncompressed.
///
/// ```java
/// try (ZstdDictionary dictionary = ZstdDictionary.load(Path.of("orders.dict"))) {
///   Envelope orders = Envelope.of(Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary)));
///   byte[] kept = orders.encode(value);
///   byte[] same = orders.decode(kept, 64 << 10);
/// }
/// ```
///
/// An envelope also reads what other policies wrote, in any format, as long as the content needs no
/// dictionary, or one of its own codec's dictionaries. Immutable and thread-safe.
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
/// The header takes two bytes for content below 128 bytes, three below 16,384.
///
/// A codec with a dictionary writes content of up to 128 KiB as small values: without a zstd frame
/// around the block, since the envelope states what a frame would. The check is the dictionary's
/// id, with its upper half folded onto its lower one (for raw content, the CRC-32C of its first 64
/// KiB). A value written with a dictionary that the reader does not have is an error of kind
/// `WRONG_DICTIONARY`, except that one unknown dictionary in 65,536 has the check of a known one.
public final class Envelope {

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

  /// The small-value formats of all dictionaries for reading.
  private final SmallValues[] readableSmallValues;

  /// Codecs that other policies may have used, by their number; created on first use.
  private final @Nullable Codec[] others = new Codec[BROTLI + 1];

  private Envelope(CompressionPolicy policy) {
    this.policy = policy;
    ZstdOptions options = EngineCodec.of(policy.codec()).zstdOptions();
    this.smallValues = options == null ? null : writtenSmallValues(options);
    this.readableSmallValues =
        options == null ? new SmallValues[0] : readableSmallValues(options, smallValues);
  }

  /// Returns the small-value format to write; null without a dictionary, or with checksums, for
  /// which the format has no room.
  private static @Nullable SmallValues writtenSmallValues(ZstdOptions options) {
    ZstdDictionary dictionary = options.dictionary();
    return dictionary == null || options.hasChecksum()
        ? null
        : smallValues(
            options
                .withDecompressionDictionaries()
                .withContentSize(true)
                .with(ZstdCompressionParameter.DICTIONARY_ID, 0),
            dictionary);
  }

  /// Returns the small-value format of each dictionary.
  ///
  /// @param written the small-value format to write, which is read with the same options
  private static SmallValues[] readableSmallValues(
      ZstdOptions options, @Nullable SmallValues written) {
    List<SmallValues> readable =
        options
            .decompressionDictionaries()
            .map(dictionary ->
                written != null && dictionary == options.dictionary()
                    ? written
                    : smallValues(ZstdOptions.defaults().withDictionary(dictionary), dictionary))
            .toList();
    return SmallValues.distinct(readable);
  }

  private static SmallValues smallValues(ZstdOptions options, ZstdDictionary dictionary) {
    CheckedCodec blocks = options.withMagicless(true).codec().checked();
    return new SmallValues(blocks, dictionary.check(), dictionary.id());
  }

  /// Returns an envelope that compresses with a codec if this saves enough, by the rules of
  /// [CompressionPolicy#of(Codec)].
  ///
  /// @param codec the codec to write with
  /// @return the envelope
  /// @throws IllegalArgumentException if two of the codec's dictionaries have the same check
  public static Envelope of(Codec codec) {
    return of(CompressionPolicy.of(codec));
  }

  /// Returns an envelope that compresses content if a policy decides so.
  ///
  /// @param policy decides when to compress, and with what
  /// @return the envelope
  /// @throws IllegalArgumentException if two of the codec's dictionaries have the same check
  public static Envelope of(CompressionPolicy policy) {
    return new Envelope(Objects.requireNonNull(policy, "policy"));
  }

  /// Returns the maximum length of an envelope for content of a given length.
  ///
  /// @param contentLength length of the content, in bytes
  /// @return length of a destination that is always large enough, in bytes
  /// @throws IllegalArgumentException if the length is negative, or so large that no such
  ///   destination can exist
  public long maxEncodedLength(long contentLength) {
    long most = Math.max(contentLength, policy.codec().maxCompressedLength(contentLength));
    return SegmentChecks.bound(contentLength, EnvelopeHeader.length(contentLength) + most);
  }

  /// Writes content as an envelope to the start of the destination, compressed if this saves
  /// enough.
  ///
  /// After a failure, the contents of the destination are unspecified.
  ///
  /// @param content the content; may be empty
  /// @param destination receives the envelope
  /// @return bytes written
  /// @throws IllegalArgumentException if the destination is read-only or overlaps the content
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, never if the destination has ten
  ///   bytes more than the content
  /// @throws IllegalStateException if the dictionary is closed
  public long encode(MemorySegment content, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(content, destination);
    try {
      return encodeChecked(content, destination);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this); // and so its dictionaries
    }
  }

  private long encodeChecked(MemorySegment content, MemorySegment destination) {
    long length = content.byteSize();
    int header = EnvelopeHeader.length(length);
    if (destination.byteSize() < header) {
      throw EnvelopeHeader.tooSmall(length, destination);
    }
    if (policy.isWorthTrying(length)) {
      if (smallValues != null && length <= SmallValues.LENGTH_MAX) {
        long written = smallValues.write(content, length, destination, header);
        if (written >= 0 && policy.pays(length, written)) {
          EnvelopeHeader.write(destination, SMALL_VALUE, length);
          return header + written;
        }
      }
      long written = compress(content, destination, header);
      if (policy.pays(length, written)) {
        EnvelopeHeader.write(destination, number(policy.codec()), length);
        return header + written;
      }
    }
    if (length > destination.byteSize() - header) {
      throw EnvelopeHeader.tooSmall(length, destination);
    }
    EnvelopeHeader.write(destination, STORED, length);
    MemorySegment.copy(content, 0, destination, header, length);
    return header + length;
  }

  private long compress(MemorySegment content, MemorySegment destination, long offset) {
    try {
      long room = destination.byteSize() - offset;
      return EngineCodec.of(policy.codec())
          .checked()
          .compress(content, 0, content.byteSize(), destination, offset, room);
    } catch (CodecFailure e) {
      if (e.reason() != Reason.DESTINATION_TOO_SMALL) {
        throw e;
      }
      return Long.MAX_VALUE; // does not fit when compressed: try to store it
    }
  }

  /// Returns the length of an envelope's content as its header states it. It is untrusted: compare
  /// it with a bound before you allocate that much.
  ///
  /// @param envelope the whole envelope
  /// @return bytes
  /// @throws CompressionException of kind `MALFORMED_INPUT`, or `UNSUPPORTED` for another version
  public long contentLength(MemorySegment envelope) {
    try {
      return EnvelopeHeader.contentLength(envelope);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  /// Returns the length of the content of an envelope in an array; see
  /// [#contentLength(MemorySegment)].
  ///
  /// @param envelope the envelope
  /// @return bytes
  /// @throws CompressionException of kind `MALFORMED_INPUT`, or `UNSUPPORTED` for another version
  public long contentLength(byte[] envelope) {
    return contentLength(MemorySegment.ofArray(envelope));
  }

  /// Decodes an envelope: writes its content to the start of the destination.
  ///
  /// Never writes beyond the destination. After a failure, its contents are unspecified.
  ///
  /// @param envelope the envelope, from its first byte to its last
  /// @param destination receives the content: [#contentLength(MemorySegment)] bytes at least
  /// @return bytes written, which is what the header states
  /// @throws IllegalArgumentException if the destination is read-only or overlaps the envelope
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, `WRONG_DICTIONARY` for an
  ///   envelope that needs a dictionary other than the codec's, or of the kind that describes the
  ///   flaw in the envelope
  /// @throws IllegalStateException if the dictionary that the envelope needs is closed
  public long decode(MemorySegment envelope, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(envelope, destination);
    try {
      return decodeChecked(envelope, destination);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this); // and so its dictionaries
    }
  }

  private long decodeChecked(MemorySegment envelope, MemorySegment destination) {
    long length = EnvelopeHeader.contentLength(envelope);
    if (length > destination.byteSize()) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the content is %d bytes long, the destination %d"
              .formatted(length, destination.byteSize()));
    }
    long read = decompress(envelope, EnvelopeHeader.length(length), destination, length);
    if (read != length) {
      throw EnvelopeHeader.malformed("states length=%d, has %d".formatted(length, read), 1);
    }
    return read;
  }

  private long decompress(
      MemorySegment envelope, long offset, MemorySegment destination, long length) {
    int number = EnvelopeHeader.codec(envelope);
    try {
      if (number == SMALL_VALUE) {
        return SmallValues.choose(readableSmallValues, envelope, offset)
            .read(envelope, offset, destination, length);
      }
      // No room for more than the stated length, so that a longer body is detected.
      Codec codec = codec(number);
      if (codec == null) {
        throw EnvelopeHeader.foreign("has an unknown codec=" + number, envelope);
      }
      long bodyLength = envelope.byteSize() - offset;
      return EngineCodec.of(codec)
          .checked()
          .decompress(envelope, offset, bodyLength, destination, 0, length);
    } catch (CodecFailure e) {
      if (e.reason() == Reason.DESTINATION_TOO_SMALL) {
        throw EnvelopeHeader.malformed("states length=" + length + ", has more", 1);
      }
      throw e;
    }
  }

  /// Writes content as an envelope into newly allocated memory, such as an arena's.
  ///
  /// @param content the content; may be empty
  /// @param allocator provides [#maxEncodedLength(long)] bytes for the result
  /// @return the envelope: a slice of the allocated segment, of exactly its length
  /// @throws IllegalStateException if the dictionary is closed
  public MemorySegment encode(MemorySegment content, SegmentAllocator allocator) {
    MemorySegment out = allocator.allocate(maxEncodedLength(content.byteSize()));
    return out.asSlice(0, encode(content, out));
  }

  /// Decodes an envelope into newly allocated memory, such as an arena's.
  ///
  /// @param envelope the envelope, from its first byte to its last
  /// @param maxLength the longest content to accept, in bytes; more is refused before anything is
  ///   allocated
  /// @param allocator provides the memory of the result
  /// @return the content: a segment of exactly its length
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` if the content is longer than
  ///   `maxLength`; otherwise as [#decode(MemorySegment, MemorySegment)] does
  /// @throws IllegalStateException if the dictionary that the envelope needs is closed
  public MemorySegment decode(MemorySegment envelope, long maxLength, SegmentAllocator allocator) {
    MemorySegment out = allocator.allocate(boundedLength(envelope, maxLength));
    return out.asSlice(0, decode(envelope, out));
  }

  /// Writes content as an envelope into a new array.
  ///
  /// @param content the content
  /// @return the envelope
  /// @throws IllegalStateException if the dictionary is closed
  public byte[] encode(byte[] content) {
    return encodeToArray(MemorySegment.ofArray(content));
  }

  /// Writes a range of an array as an envelope into a new array.
  ///
  /// @param content contains the content
  /// @param offset start of the content
  /// @param length length of the content; may be 0
  /// @return the envelope
  /// @throws IndexOutOfBoundsException if the range is not within the array
  /// @throws IllegalStateException if the dictionary is closed
  public byte[] encode(byte[] content, int offset, int length) {
    return encodeToArray(SegmentChecks.slice(content, offset, length));
  }

  /// Decodes an envelope into a new array.
  ///
  /// @param envelope the envelope
  /// @param maxLength the longest content to accept, in bytes; more is refused before anything is
  ///   allocated
  /// @return the content
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` if the content is longer than
  ///   `maxLength`; otherwise as [#decode(MemorySegment, MemorySegment)] does
  /// @throws IllegalStateException if the dictionary that the envelope needs is closed
  public byte[] decode(byte[] envelope, int maxLength) {
    return decodeToArray(MemorySegment.ofArray(envelope), maxLength);
  }

  /// Decodes an envelope in a range of an array into a new array, as [#decode(byte[], int)] does.
  ///
  /// @param envelope contains the envelope
  /// @param offset start of the envelope
  /// @param length its exact length
  /// @param maxLength the longest content to accept, in bytes
  /// @return the content
  /// @throws IndexOutOfBoundsException if the range is not within the array
  /// @throws CompressionException as [#decode(byte[], int)] does; its offset counts from the start
  ///   of the range
  /// @throws IllegalStateException if the dictionary that the envelope needs is closed
  public byte[] decode(byte[] envelope, int offset, int length, int maxLength) {
    return decodeToArray(SegmentChecks.slice(envelope, offset, length), maxLength);
  }

  private byte[] encodeToArray(MemorySegment content) {
    byte[] out = new byte[Allocations.arrayLength(maxEncodedLength(content.byteSize()))];
    return Allocations.firstOf(out, encode(content, MemorySegment.ofArray(out)));
  }

  private byte[] decodeToArray(MemorySegment envelope, int maxLength) {
    byte[] out = new byte[Allocations.arrayLength(boundedLength(envelope, maxLength))];
    return Allocations.firstOf(out, decode(envelope, MemorySegment.ofArray(out)));
  }

  private long boundedLength(MemorySegment envelope, long maxLength) {
    SegmentChecks.limit("maxLength", maxLength);
    long length = contentLength(envelope);
    if (length > maxLength) {
      throw new CompressionException(
          CompressionException.Kind.LIMIT_EXCEEDED,
          "the envelope states length=%d, maxLength=%d".formatted(length, maxLength));
    }
    return length;
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
    CompressionFormat format =
        switch (number) {
          case STORED -> CompressionFormat.STORED;
          case ZSTD -> CompressionFormat.ZSTD;
          case LZ4 -> CompressionFormat.LZ4;
          case LZ4_RAW -> CompressionFormat.LZ4_RAW;
          case SNAPPY -> CompressionFormat.SNAPPY;
          case GZIP -> CompressionFormat.GZIP;
          case BROTLI -> CompressionFormat.BROTLI;
          default -> null;
        };
    return format == null ? null : format.defaultCodec();
  }

  private static int number(Codec codec) {
    return switch (codec.format()) {
      case STORED -> STORED;
      case ZSTD -> ZSTD;
      case LZ4 -> LZ4;
      case LZ4_RAW -> LZ4_RAW;
      case SNAPPY -> SNAPPY;
      case GZIP -> GZIP;
      case BROTLI -> BROTLI;
    };
  }

  /// Returns a description for logs; its format may change.
  @Override
  public String toString() {
    return "Envelope[" + policy + "]";
  }
}
