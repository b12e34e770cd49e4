// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The form in which a Valkey client keeps compressed values: others read what this writes.
///
/// ```text
/// bytes 0-2  00 01 02
/// byte 3     version, 00
/// byte 4     backend, 01: zstd
/// then       a zstd frame without content size
/// ```
///
/// A value without those first three bytes is kept as it is. So is one that is short, or that
/// compression does not make shorter, unless it begins with those bytes itself: then it is
/// compressed whatever the cost, since a reader could not tell. Immutable and thread-safe.
public final class CacheValueFormat {

  private static final byte[] HEADER = {0, 1, 2, 0, 1};
  private static final int MAGIC_LENGTH = 3;
  private static final int VERSION_OFFSET = 3;
  private static final int BACKEND_OFFSET = 4;
  private static final long MINIMUM_LENGTH = 64;

  private static final StoredCodec STORED = new StoredCodec();

  private final CompressionPolicy policy;

  /// The format with a level, or a dictionary that every reader has.
  ///
  /// @param options how to compress; that no content size is written goes without saying
  public CacheValueFormat(ZstdOptions options) {
    this.policy = new CompressionPolicy(Codec.zstd(options.contentSize(false)), MINIMUM_LENGTH, 0);
  }

  /// The longest that a value can become.
  ///
  /// @param valueLength length of the value, in bytes
  /// @return length of a destination that always suffices, in bytes
  public long maxLength(long valueLength) {
    return HEADER.length + policy.codec().maxCompressedLength(valueLength);
  }

  /// Writes a value to the start of the destination, compressed if that pays.
  ///
  /// @param value what to keep
  /// @param destination where its form goes, [#maxLength] bytes at least
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  public long write(MemorySegment value, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(value, destination);
    long length = value.byteSize();
    if (destination.byteSize() < maxLength(length)) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL,
          "a value of %d bytes may need %d: destination.byteSize=%d"
              .formatted(length, maxLength(length), destination.byteSize()));
    }
    boolean ambiguous = isCompressed(value);
    if (ambiguous || policy.isWorthTrying(length)) {
      long written =
          HEADER.length
              + policy
                  .codec()
                  .compress(
                      value,
                      0,
                      length,
                      destination,
                      HEADER.length,
                      destination.byteSize() - HEADER.length);
      if (ambiguous || written < length) {
        MemorySegment.copy(HEADER, 0, destination, ValueLayout.JAVA_BYTE, 0, HEADER.length);
        return written;
      }
    }
    MemorySegment.copy(value, 0, destination, 0, length);
    return length;
  }

  /// Whether a value is kept compressed.
  ///
  /// @param stored what is kept
  /// @return whether it begins as compressed values do
  public boolean isCompressed(MemorySegment stored) {
    if (stored.byteSize() < MAGIC_LENGTH) {
      return false;
    }
    for (int i = 0; i < MAGIC_LENGTH; i++) {
      if (stored.get(ValueLayout.JAVA_BYTE, i) != HEADER[i]) {
        return false;
      }
    }
    return true;
  }

  /// Reads a value to the start of the destination.
  ///
  /// @param stored what is kept
  /// @param destination where the value goes, which bounds its length
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or `UNSUPPORTED` for another
  ///   version or backend, or one that tells what is wrong with the frame
  public long read(MemorySegment stored, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(stored, destination);
    if (!isCompressed(stored)) {
      return STORED.decompress(stored, destination);
    }
    requireHeader(stored);
    long length = stored.byteSize() - HEADER.length;
    return policy
        .codec()
        .decompress(stored, HEADER.length, length, destination, 0, destination.byteSize());
  }

  /// Writes a value to a new array.
  ///
  /// @param value what to keep
  /// @return its form
  public byte[] write(byte[] value) {
    return Buffers.collect(
        maxLength(value.length), out -> write(MemorySegment.ofArray(value), out));
  }

  /// Reads a value into a new array.
  ///
  /// @param stored what is kept
  /// @param maxLength the longest value to accept
  /// @return the value
  /// @throws CompressionException of kind `LIMIT_EXCEEDED`, or as [#read(MemorySegment,
  ///   MemorySegment)] does
  public byte[] read(byte[] stored, int maxLength) {
    MemorySegment source = MemorySegment.ofArray(stored);
    if (!isCompressed(source)) {
      return STORED.decompress(stored, maxLength);
    }
    requireHeader(source);
    byte[] frame = source.asSlice(HEADER.length).toArray(ValueLayout.JAVA_BYTE);
    return policy.codec().decompress(frame, maxLength);
  }

  private static void requireHeader(MemorySegment stored) {
    if (stored.byteSize() < HEADER.length) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "the value ends within its header", stored.byteSize());
    }
    requireByte(stored, VERSION_OFFSET, "version");
    requireByte(stored, BACKEND_OFFSET, "backend");
  }

  private static void requireByte(MemorySegment stored, int offset, String what) {
    int actual = stored.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    if (actual != HEADER[offset]) {
      throw new CompressionException(
          Kind.UNSUPPORTED,
          "the value has %s=%d, this reads %d".formatted(what, actual, HEADER[offset]),
          offset);
    }
  }
}
