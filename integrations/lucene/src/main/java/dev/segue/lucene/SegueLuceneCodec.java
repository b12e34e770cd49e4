// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.util.Objects;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/// Lucene's default codec with stored fields compressed by zstd ([SegueStoredFieldsFormat]).
///
/// ```java
/// var config = new IndexWriterConfig(analyzer).setCodec(new SegueLuceneCodec());
/// ```
///
/// An index stores the name of each segment's codec, by which Lucene finds this class if the module
/// is on the class path or the module path. Readers need no settings: those are stored with the
/// segment. Immutable and thread-safe.
public final class SegueLuceneCodec extends FilterCodec {
  /// The codec's name in the index, with the version of the Lucene codec it is based on.
  private static final String NAME = "SegueLucene104";

  private final SegueStoredFieldsFormat storedFields;

  /// Creates the codec with [SegueStoredFieldsFormat#defaults()], as Lucene does when it finds the
  /// codec by name.
  public SegueLuceneCodec() {
    this(SegueStoredFieldsFormat.defaults());
  }

  /// Creates the codec with settings for writing.
  ///
  /// @param storedFields the settings for stored fields
  public SegueLuceneCodec(SegueStoredFieldsFormat storedFields) {
    super(NAME, new Lucene104Codec());
    this.storedFields = Objects.requireNonNull(storedFields, "storedFields");
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFields;
  }
}
