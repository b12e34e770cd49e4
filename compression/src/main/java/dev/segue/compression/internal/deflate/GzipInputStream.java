// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.stream.ContentInputStream;
import dev.segue.compression.internal.stream.SegmentInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// Decompresses the gzip members (RFC 1952) in another stream: one or more, and nothing else except
/// zeros after the last one, which `gzip` also accepts (tapes and disk images are padded with
/// them).
///
/// In contrast, `GZIPInputStream` treats anything that it cannot read after a member as the end,
/// even a failing source.
///
/// ```text
/// header: 1F 8B 08 | flags | time (4) | extra flags | system | parts that the flags announce
/// body, DEFLATE
/// trailer: CRC-32 of the content (4) | its length modulo 2^32 (4), little-endian
/// ```
final class GzipInputStream extends ContentInputStream {

  private static final int BUFFER_LENGTH = 32 << 10;
  private static final int MAGIC = 0x8B1F;
  private static final int DEFLATE = 8;
  private static final int HEADER_CHECKSUM = 0x02;
  private static final int EXTRA = 0x04;
  private static final int NAME = 0x08;
  private static final int COMMENT = 0x10;
  private static final int RESERVED = 0xE0;
  private static final int TIME_TO_SYSTEM_LENGTH = 6;

  private final byte[] buffer = new byte[BUFFER_LENGTH];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 headerCrc = new CRC32();
  private final CRC32 contentCrc = new CRC32();

  /// The start of the unread part of the buffer; within a body, the inflater has the exact
  /// position.
  private int position;

  private int limit;

  /// The start of the first member.
  private final long first;

  /// The number of source bytes before the buffer.
  private long bufferOffset;

  /// The start of the current member.
  private long member;

  private boolean inBody;

  /// Returns the error in the first member of a range, or null if the member is intact.
  static @Nullable CodecFailure flaw(MemorySegment source, long offset, long end) {
    byte[] content = new byte[BUFFER_LENGTH];
    GzipInputStream members =
        new GzipInputStream(
            new SegmentInputStream(source, offset, end),
            Long.MAX_VALUE,
            offset,
            StreamFailures.UNTRANSLATED);
    try {
      while (members.readContent(content, 0, content.length) >= 0) {
        // until it fails
      }
      return null;
    } catch (CodecFailure e) {
      return e.offset() == offset ? e : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e); // not thrown by an in-memory stream
    } finally {
      members.release();
    }
  }

  GzipInputStream(InputStream in, long maxContentLength, StreamFailures failures) {
    this(in, maxContentLength, 0, failures);
  }

  /// @param offset the offset of the first byte, for errors
  GzipInputStream(InputStream in, long maxContentLength, long offset, StreamFailures failures) {
    super(in, maxContentLength, failures);
    this.first = offset;
    this.bufferOffset = offset;
  }

  @Override
  protected int readContent(byte[] bytes, int offset, int length) throws IOException {
    while (true) {
      if (!inBody) {
        if (position == limit && mustWait()) {
          return 0;
        }
        if (!beginMember()) {
          return -1;
        }
      }
      int count = inflate(bytes, offset, length);
      if (count > 0) {
        contentCrc.update(bytes, offset, count);
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else {
        if (mustWait()) {
          return 0;
        }
        position = limit;
        require(fill(), "is truncated");
        inflater.setInput(buffer, 0, limit);
      }
    }
  }

  private int inflate(byte[] bytes, int offset, int length) {
    try {
      int count = inflater.inflate(bytes, offset, length);
      require(!inflater.needsDictionary(), "needs a dictionary");
      return count;
    } catch (DataFormatException e) {
      throw malformed("is corrupt: " + e.getMessage());
    }
  }

  /// Reads the header of the next member; false at the end of the last one.
  private boolean beginMember() throws IOException {
    member = bufferOffset + position;
    if (position == limit && !fill()) {
      require(member > first, "is missing: the input is empty");
      return false;
    }
    if (member > first && buffer[position] == 0) {
      skipPadding();
      return false;
    }
    headerCrc.reset();
    requireMagic();
    require(u8() == DEFLATE, "has a method that no format defines");
    int flags = u8();
    if ((flags & RESERVED) != 0) {
      throw unsupported("has flags that are not defined");
    }
    skip(TIME_TO_SYSTEM_LENGTH);
    if ((flags & EXTRA) != 0) {
      skip(u16());
    }
    if ((flags & NAME) != 0) {
      skipText();
    }
    if ((flags & COMMENT) != 0) {
      skipText();
    }
    if ((flags & HEADER_CHECKSUM) != 0) {
      int sum = (int) headerCrc.getValue() & 0xFFFF;
      require(u16() == sum, "has a header whose checksum is wrong");
    }
    contentCrc.reset();
    inflater.reset();
    inflater.setInput(buffer, position, limit - position);
    inBody = true;
    return true;
  }

  private void requireMagic() throws IOException {
    if ((buffer[position] & 0xFF) == (MAGIC & 0xFF)) {
      require(u16() == MAGIC, "does not begin with 1F8B");
      return;
    }
    MemorySegment start = MemorySegment.ofArray(buffer);
    throw Signatures.isZlib(start, position, limit)
        ? unsupported("is a zlib stream (RFC 1950) instead of gzip")
        : malformed("does not begin with 1F8B" + Signatures.hint(start, position, limit));
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    inBody = false;
    if (u32() != contentCrc.getValue()) {
      throw new CodecFailure(
          Reason.CHECKSUM_MISMATCH,
          "the gzip member at offset=%d has content whose checksum is wrong".formatted(member),
          member);
    }
    require(u32() == (inflater.getBytesWritten() & 0xFFFFFFFFL), "is not as long as it states");
  }

  /// Reads the zeros after the last member, to the end of the source.
  private void skipPadding() throws IOException {
    do {
      for (; position < limit; position++) {
        require(buffer[position] == 0, "does not begin with 1F8B");
      }
    } while (fill());
  }

  private long u32() throws IOException {
    return u16() | ((long) u16() << 16);
  }

  private int u16() throws IOException {
    return u8() | (u8() << 8);
  }

  /// The next byte of a header or trailer.
  private int u8() throws IOException {
    require(position < limit || fill(), "is truncated");
    byte next = buffer[position++];
    headerCrc.update(next);
    return next & 0xFF;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      u8();
    }
  }

  private void skipText() throws IOException {
    while (u8() != 0) {
      // to the zero that ends it
    }
  }

  /// Fills the buffer after everything in it was read; returns false at the end of the source.
  private boolean fill() throws IOException {
    int read;
    do {
      read = in.read(buffer, 0, buffer.length);
    } while (read == 0);
    bufferOffset += limit;
    position = 0;
    limit = Math.max(read, 0);
    return read > 0;
  }

  private void require(boolean sound, String flaw) {
    if (!sound) {
      throw malformed(flaw);
    }
  }

  private CodecFailure malformed(String flaw) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT, "the gzip member at offset=%d %s".formatted(member, flaw), member);
  }

  private CodecFailure unsupported(String what) {
    return new CodecFailure(
        Reason.UNSUPPORTED,
        "the input at offset=%d %s, which is not supported".formatted(member, what),
        member);
  }

  @Override
  protected void release() {
    inflater.end();
  }
}
