// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

/// When to compress, and with what. Immutable, and as thread-safe as its codec.
///
/// Level and dictionary belong to the codec: `CompressionPolicy.of(Codec.zstd(options))`. With a
/// dictionary, and without [ZstdOptions#checksum], an [Envelope] writes values of up to 128 KiB in
/// a form of their own that has no zstd frame: this is the way to keep small values.
///
/// @param codec what compresses
/// @param minimumLength content shorter than this is kept as it is
/// @param minimumSavingPercent what compression has to take off the length, in percent of it; when
///   it takes off less, content is kept as it is
public record CompressionPolicy(Codec codec, long minimumLength, int minimumSavingPercent) {

  /// Below this, plain zstd seldom wins; with a dictionary it does, so there is no minimum.
  private static final long DEFAULT_MINIMUM_LENGTH = 64;

  private static final int DEFAULT_MINIMUM_SAVING_PERCENT = 5;

  /// Checks the numbers.
  public CompressionPolicy {
    if (minimumLength < 0 || minimumSavingPercent < 0 || minimumSavingPercent > 100) {
      throw new IllegalArgumentException(
          "minimumLength=%d is negative, or minimumSavingPercent=%d is not 0 to 100"
              .formatted(minimumLength, minimumSavingPercent));
    }
  }

  /// Compresses what has 64 bytes or more, if that takes off 5 percent; with a dictionary, what has
  /// any bytes at all.
  ///
  /// @param codec what compresses
  /// @return the policy
  public static CompressionPolicy of(Codec codec) {
    boolean hasDictionary = codec instanceof ZstdCodec zstd && zstd.options().dictionary() != null;
    return new CompressionPolicy(
        codec, hasDictionary ? 0 : DEFAULT_MINIMUM_LENGTH, DEFAULT_MINIMUM_SAVING_PERCENT);
  }

  /// Sets the minimum length.
  ///
  /// @param length content shorter than this is kept as it is
  /// @return a copy with the setting
  public CompressionPolicy withMinimumLength(long length) {
    return new CompressionPolicy(codec, length, minimumSavingPercent);
  }

  /// Sets the minimum saving.
  ///
  /// @param percent of the length
  /// @return a copy with the setting
  public CompressionPolicy withMinimumSavingPercent(int percent) {
    return new CompressionPolicy(codec, minimumLength, percent);
  }

  boolean isWorthTrying(long length) {
    return length >= minimumLength && length > 0;
  }

  boolean pays(long length, long compressedLength) {
    long saved = length - compressedLength;
    return saved > 0 && saved * 100.0 >= (double) length * minimumSavingPercent;
  }
}
