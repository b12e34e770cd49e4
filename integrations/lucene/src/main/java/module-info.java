// SPDX-License-Identifier: Apache-2.0

import dev.segue.lucene.SegueLuceneCodec;
import org.apache.lucene.codecs.Codec;

/// Stored fields of Lucene, compressed by zstd.
module dev.segue.lucene {
  requires static transitive org.jspecify;
  requires dev.segue.compression;
  requires transitive org.apache.lucene.core;

  exports dev.segue.lucene;

  // By its name in the index, also where the application does not know it.
  provides Codec with
      SegueLuceneCodec;
}
