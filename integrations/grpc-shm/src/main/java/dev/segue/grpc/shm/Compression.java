// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Codec;
import io.grpc.Compressor;
import org.jspecify.annotations.Nullable;

/// Compression of messages by the names of encodings.
final class Compression {

  private static final String IDENTITY = Codec.Identity.NONE.getMessageEncoding();

  private Compression() {}

  /// Returns the compressor, or null if it does not compress.
  static @Nullable Compressor orNull(Compressor compressor) {
    return IDENTITY.equals(compressor.getMessageEncoding()) ? null : compressor;
  }

  /// Whether a list of names, separated by commas, contains a name.
  static boolean accepts(@Nullable String names, String name) {
    if (names != null) {
      for (String accepted : names.split(",", -1)) {
        if (accepted.strip().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }
}
