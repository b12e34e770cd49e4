// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.util.Objects;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/// Lucene's own codec, but for the stored fields: those are in [SegueStoredFieldsFormat].
///
/// ```java
/// var config = new IndexWriterConfig(analyzer).setCodec(new SegueLuceneCodec());
/// ```
///
/// An index keeps the name of the codec of each segment, and Lucene finds it by that name wherever
/// this module is on the class path or the module path. Settings are not looked for in the codec
/// that reads: they are kept with the segment. Immutable and thread-safe.
public final class SegueLuceneCodec extends FilterCodec {
  /// The name in the index: of the codec that all but the stored fields are written with.
  private static final String NAME = "SegueLucene104";

  private final SegueStoredFieldsFormat storedFields;

  /// The codec with [SegueStoredFieldsFormat#defaults()]; what Lucene finds by name.
  public SegueLuceneCodec() {
    this(SegueStoredFieldsFormat.defaults());
  }

  /// The codec with settings for what is written.
  ///
  /// @param storedFields how stored fields are compressed
  public SegueLuceneCodec(SegueStoredFieldsFormat storedFields) {
    super(NAME, new Lucene104Codec());
    this.storedFields = Objects.requireNonNull(storedFields, "storedFields");
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFields;
  }
}
