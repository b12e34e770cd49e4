// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

/// Whether a codec gives back what it took.
public final class RoundTrip {
  private RoundTrip() {}

  /// Checks that what a codec reads equals what it wrote, more than once; where it does not, the
  /// codec is closed.
  ///
  /// @param what what is measured, for the message
  /// @return the codec
  /// @throws IllegalStateException where it is something else
  public static GraphCodec checked(GraphCodec codec, Object object, Object what) {
    try {
      long written = codec.serialize(object);
      for (int i = 0; i < 2; i++) {
        if (!isCopy(codec.deserialize(), object)) {
          throw new IllegalStateException(
              "%s: wrote %d bytes, and read something else".formatted(what, written));
        }
      }
      return codec;
    } catch (RuntimeException | Error e) {
      codec.close();
      throw e;
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same object would be no copy
  private static boolean isCopy(Object read, Object object) {
    return read != object && read.equals(object);
  }
}
