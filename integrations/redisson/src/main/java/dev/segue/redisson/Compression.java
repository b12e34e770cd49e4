// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;

/// The compression of values. Compressed values are read with any setting, so that the setting can
/// be changed while values are stored.
sealed interface Compression {

  Compression OFF = new Off();

  /// The envelope that reads values, and writes them if compression is on.
  Envelope envelope();

  /// Writes values uncompressed. The native library is loaded only when a compressed value is read.
  record Off() implements Compression {
    private static final class Reader {
      static final Envelope ENVELOPE = Envelope.of(Codec.zstd());
    }

    @Override
    public Envelope envelope() {
      return Reader.ENVELOPE;
    }
  }

  /// Compression with zstd.
  ///
  /// @param envelope writes and reads values
  record Zstd(Envelope envelope) implements Compression {}
}
