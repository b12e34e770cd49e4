// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/// The file with the dictionary of a segment.
///
/// ```text
/// header   Lucene's index header: format, version, the segment's id
/// length   4 bytes, little-endian
/// content  the dictionary
/// footer   Lucene's index footer, with a checksum of the preceding bytes
/// ```
final class DictionaryFile {
  static final String EXTENSION = "zdict";

  private static final String FORMAT_NAME = "SegueZstdDictionary";
  private static final int VERSION = 0;
  private static final int LENGTH_MAX = 1 << 20;

  private DictionaryFile() {}

  static void requireLength(int length) {
    if (length < 1 || length > LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a dictionary of length=" + length + " is empty or longer than 1 MiB");
    }
  }

  static void write(Directory directory, SegmentInfo segment, IOContext context, byte[] dictionary)
      throws IOException {
    try (var out = directory.createOutput(name(segment), context)) {
      CodecUtil.writeIndexHeader(out, FORMAT_NAME, VERSION, segment.getId(), "");
      out.writeInt(dictionary.length);
      out.writeBytes(dictionary, dictionary.length);
      CodecUtil.writeFooter(out);
    }
  }

  /// Reads a dictionary and verifies the whole file.
  static byte[] read(Directory directory, SegmentInfo segment) throws IOException {
    try (var in = directory.openChecksumInput(name(segment))) {
      CodecUtil.checkIndexHeader(in, FORMAT_NAME, VERSION, VERSION, segment.getId(), "");
      int length = in.readInt();
      if (length < 1 || length != in.length() - in.getFilePointer() - CodecUtil.footerLength()) {
        throw new CorruptIndexException("the dictionary states length=" + length, in);
      }
      var dictionary = new byte[length];
      in.readBytes(dictionary, 0, length);
      CodecUtil.checkFooter(in);
      return dictionary;
    }
  }

  private static String name(SegmentInfo segment) {
    return IndexFileNames.segmentFileName(segment.name, "", EXTENSION);
  }
}
