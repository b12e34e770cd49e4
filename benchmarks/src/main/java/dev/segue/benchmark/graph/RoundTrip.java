// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

/// Checks that objects survive the round trip through a codec.
public final class RoundTrip {
  private RoundTrip() {}

  /// Checks several round trips of a codec, and closes the codec if one fails.
  ///
  /// @param what describes the measurement, for the message
  /// @return the codec
  /// @throws IllegalStateException if the object read is not equal
  public static GraphCodec checked(GraphCodec codec, Object object, Object what) {
    try {
      long written = codec.serialize(object);
      for (int i = 0; i < 2; i++) {
        if (!isCopy(codec.deserialize(), object)) {
          throw new IllegalStateException(
              "%s: wrote %d bytes, but read a different object".formatted(what, written));
        }
      }
      return codec;
    } catch (RuntimeException | Error e) {
      codec.close();
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same object would not be a copy
  private static boolean isCopy(Object read, Object object) {
    return read != object && read.equals(object);
  }
}
