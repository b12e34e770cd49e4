// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Decides when content is worth compressing, and names the codec that compresses it.
///
/// Level and dictionary belong to the codec: `CompressionPolicy.of(Codec.zstd(options))`. With a
/// dictionary and without [ZstdOptions#withChecksum], an [Envelope] writes values of up to 128 KiB
/// as blocks without a zstd frame, which is the most compact way to keep small values.
///
/// A policy is immutable and thread-safe; each `with` method returns a changed copy. Two policies
/// are equal if their limits are equal and they use the same codec object.
public final class CompressionPolicy {

  /// Below this length, plain zstd rarely saves space. With a dictionary it does, so there is no
  /// minimum.
  private static final long DEFAULT_MINIMUM_LENGTH = 64;

  private static final int DEFAULT_MINIMUM_SAVING_PERCENT = 5;

  private final Codec codec;
  private final long minimumLength;
  private final int minimumSavingPercent;

  private CompressionPolicy(Codec codec, long minimumLength, int minimumSavingPercent) {
    this.codec = codec;
    this.minimumLength = minimumLength;
    this.minimumSavingPercent = minimumSavingPercent;
  }

  /// Creates a policy with default limits: content of 64 bytes or more is compressed if that saves
  /// 5 percent. For a zstd codec with a dictionary, there is no minimum length.
  ///
  /// @param codec the codec that compresses
  /// @return the policy
  public static CompressionPolicy of(Codec codec) {
    Objects.requireNonNull(codec, "codec");
    ZstdOptions zstd = EngineCodec.of(codec).zstdOptions();
    boolean hasDictionary = zstd != null && zstd.dictionary() != null;
    return new CompressionPolicy(
        codec, hasDictionary ? 0 : DEFAULT_MINIMUM_LENGTH, DEFAULT_MINIMUM_SAVING_PERCENT);
  }

  /// Returns a copy with another minimum length.
  ///
  /// @param minimumLength content shorter than this is stored uncompressed, in bytes
  /// @return the copy
  /// @throws IllegalArgumentException if the length is negative
  public CompressionPolicy withMinimumLength(long minimumLength) {
    if (minimumLength < 0) {
      throw new IllegalArgumentException("minimumLength=" + minimumLength + " is negative");
    }
    return new CompressionPolicy(codec, minimumLength, minimumSavingPercent);
  }

  /// Returns a copy with another minimum saving.
  ///
  /// @param minimumSavingPercent the minimum saving, in percent of the content's length; otherwise
  ///   the content is stored uncompressed
  /// @return the copy
  /// @throws IllegalArgumentException if the value is not 0 to 100
  public CompressionPolicy withMinimumSavingPercent(int minimumSavingPercent) {
    if (minimumSavingPercent < 0 || minimumSavingPercent > 100) {
      throw new IllegalArgumentException(
          "minimumSavingPercent=" + minimumSavingPercent + " is not 0 to 100");
    }
    return new CompressionPolicy(codec, minimumLength, minimumSavingPercent);
  }

  /// Returns the codec that compresses.
  ///
  /// @return the codec
  public Codec codec() {
    return codec;
  }

  /// Returns the length below which content is stored uncompressed.
  ///
  /// @return bytes
  public long minimumLength() {
    return minimumLength;
  }

  /// Returns the minimum saving for the compressed form to be kept.
  ///
  /// @return percent of the content's length
  public int minimumSavingPercent() {
    return minimumSavingPercent;
  }

  boolean isWorthTrying(long length) {
    return length >= minimumLength && length > 0;
  }

  boolean pays(long length, long compressedLength) {
    long saved = length - compressedLength;
    return saved > 0 && saved * 100.0 >= (double) length * minimumSavingPercent;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CompressionPolicy that
        && codec.equals(that.codec)
        && minimumLength == that.minimumLength
        && minimumSavingPercent == that.minimumSavingPercent;
  }

  @Override
  public int hashCode() {
    return Objects.hash(codec, minimumLength, minimumSavingPercent);
  }

  @Override
  public String toString() {
    return "CompressionPolicy[codec=%s, minimumLength=%d, minimumSavingPercent=%d]"
        .formatted(codec, minimumLength, minimumSavingPercent);
  }
}
