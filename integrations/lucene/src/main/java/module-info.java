// SPDX-License-Identifier: Apache-2.0

import dev.segue.lucene.SegueLuceneCodec;
import org.apache.lucene.codecs.Codec;

/// A Lucene codec that compresses stored fields with zstd.
module dev.segue.lucene {
  requires static transitive org.jspecify;
  requires dev.segue.compression;
  requires transitive org.apache.lucene.core;

  exports dev.segue.lucene;

  // Lucene finds the codec by its name in the index, even if the application does not refer to it.
  provides Codec with
      SegueLuceneCodec;
}
