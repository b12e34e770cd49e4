// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compresses small values with a dictionary to one zstd block without a frame. An envelope already
/// contains the information of the frame header.
///
/// ```text
/// value   dictionary check (2, little-endian) | the bytes of one compressed block, to the end
/// ```
///
/// This saves ten bytes of a frame (magic, descriptor, dictionary id, content size, block header),
/// which matters for a value of 100 bytes. The check identifies the dictionary; two dictionaries
/// have the same check with a probability of 1 in 65,536.
public final class SmallValues {

  /// The maximum content length of one block.
  public static final long LENGTH_MAX = 128 << 10;

  private static final int CHECK_LENGTH = 2;
  private static final int BLOCK_HEADER_LENGTH = 3;
  private static final int FRAME_HEADER_LENGTH_MAX = 5;
  private static final int SINGLE_SEGMENT = 0x20;
  private static final int LAST_COMPRESSED_BLOCK = 5;
  private static final int TWO_BYTES_FROM = 256;
  private static final int FOUR_BYTES_FROM = 65_536 + 256;

  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final CheckedCodec codec;
  private final short check;
  private final int dictionaryId;

  /// Creates the format of small values for one dictionary.
  ///
  /// @param codec the codec for frames without magic and dictionary id, with the dictionary
  /// @param check identifies the dictionary
  /// @param dictionaryId the id of the dictionary, for messages
  public SmallValues(CheckedCodec codec, short check, int dictionaryId) {
    this.codec = codec;
    this.check = check;
    this.dictionaryId = dictionaryId;
  }

  /// Returns small-value formats as candidates for [#choose].
  ///
  /// @throws IllegalArgumentException if two dictionaries have the same check
  public static SmallValues[] distinct(List<SmallValues> all) {
    Map<Short, SmallValues> byCheck = new LinkedHashMap<>();
    for (SmallValues values : all) {
      SmallValues same = byCheck.putIfAbsent(values.check, values);
      if (same != null) {
        throw new IllegalArgumentException(
            "envelopes cannot distinguish the dictionaries with id=%s and id=%s, whose checks are equal: give one of them another id"
                .formatted(
                    Integer.toUnsignedString(same.dictionaryId),
                    Integer.toUnsignedString(values.dictionaryId)));
      }
    }
    return byCheck.values().toArray(SmallValues[]::new);
  }

  /// Writes content as a small value.
  ///
  /// @return bytes written; -1 if the value does not fit, or is not one compressed block
  public long write(MemorySegment content, long length, MemorySegment destination, long offset) {
    Staging staging = Staging.POOL.acquire();
    try {
      long bound = codec.maxCompressedLength(length);
      MemorySegment frame = staging.output().atLeast(bound);
      long frameLength = codec.compress(content, 0, length, frame, 0, bound);
      long block = headerLength(length);
      long body = block + BLOCK_HEADER_LENGTH;
      long bodyLength = frameLength - body;
      if (bodyLength <= 0
          || (frame.get(ValueLayout.JAVA_BYTE, 0) & 0xFF) != descriptor(length)
          || (frame.get(INT, block) & 0xFFFFFF) != blockHeader(bodyLength)
          || destination.byteSize() - offset < CHECK_LENGTH + bodyLength) {
        return -1;
      }
      destination.set(SHORT, offset, check);
      MemorySegment.copy(frame, body, destination, offset + CHECK_LENGTH, bodyLength);
      return CHECK_LENGTH + bodyLength;
    } finally {
      Staging.POOL.release(staging);
    }
  }

  /// Reads a small value that was written with this dictionary; see [#choose].
  ///
  /// @param source contains the value from the offset to its end
  /// @param contentLength the length of the content, for which the destination has room
  /// @return bytes written
  public long read(
      MemorySegment source, long offset, MemorySegment destination, long contentLength) {
    long bodyLength = source.byteSize() - offset - CHECK_LENGTH;
    if (bodyLength <= 0 || bodyLength > LENGTH_MAX || contentLength > LENGTH_MAX) {
      throw lengthOfNoBlock(offset);
    }
    Staging staging = Staging.POOL.acquire();
    try {
      long block = headerLength(contentLength);
      long body = block + BLOCK_HEADER_LENGTH;
      MemorySegment frame = staging.input().atLeast(FRAME_HEADER_LENGTH_MAX + 4 + bodyLength);
      frame.set(ValueLayout.JAVA_BYTE, 0, (byte) descriptor(contentLength));
      frame.set(INT, 1, (int) (block == 3 ? contentLength - TWO_BYTES_FROM : contentLength));
      frame.set(INT, block, blockHeader(bodyLength));
      MemorySegment.copy(source, offset + CHECK_LENGTH, frame, body, bodyLength);
      return codec.decompress(frame, 0, body + bodyLength, destination, 0, contentLength);
    } catch (CodecFailure e) {
      // The exception's offset refers to the frame that was built here.
      throw new CodecFailure(
          e.reason(), "small value at offset=%d: %s".formatted(offset, e.getMessage()), offset);
    } finally {
      Staging.POOL.release(staging);
    }
  }

  /// Returns the candidate that a small value was written with.
  ///
  /// @throws CodecFailure of kind `WRONG_DICTIONARY` if there is none
  public static SmallValues choose(SmallValues[] candidates, MemorySegment source, long offset) {
    if (source.byteSize() - offset < CHECK_LENGTH) {
      throw lengthOfNoBlock(offset);
    }
    short needed = source.get(SHORT, offset);
    for (int i = 0; i < candidates.length; i++) {
      if (candidates[i].check == needed) {
        return candidates[i];
      }
    }
    throw wrongDictionary(candidates, needed, offset);
  }

  private static CodecFailure wrongDictionary(SmallValues[] candidates, short needed, long offset) {
    String given =
        Stream.of(candidates).map(SmallValues::describeCheck).collect(Collectors.joining(", "));
    String difference =
        switch (candidates.length) {
          case 0 -> "but none was given";
          case 1 -> "but the given one has " + given;
          default -> "but the given ones have " + given;
        };
    return new CodecFailure(
        Reason.WRONG_DICTIONARY,
        "the small value needs a dictionary with check 0x%04x, %s"
            .formatted(needed & 0xFFFF, difference),
        offset);
  }

  private String describeCheck() {
    return "0x%04x (id=%s)".formatted(check & 0xFFFF, Integer.toUnsignedString(dictionaryId));
  }

  private static CodecFailure lengthOfNoBlock(long offset) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT, "the length of the small value is impossible for a block", offset);
  }

  private static int blockHeader(long bodyLength) {
    return (int) bodyLength << 3 | LAST_COMPRESSED_BLOCK;
  }

  /// Returns the descriptor of a frame with only its content size.
  private static int descriptor(long contentLength) {
    int form = contentLength < TWO_BYTES_FROM ? 0 : contentLength < FOUR_BYTES_FROM ? 1 : 2;
    return form << 6 | SINGLE_SEGMENT;
  }

  private static int headerLength(long contentLength) {
    return contentLength < TWO_BYTES_FROM ? 2 : contentLength < FOUR_BYTES_FROM ? 3 : 5;
  }
}
