// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.view;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// Simple Binary Encoding, with flyweights like those that its tool generates for Java: a header of
/// eight bytes, a block of fixed fields, then groups, then strings. Everything after the block is
/// read in order, so the images come before the medium's strings. Only the measured accessors
/// exist.
final class SbeFields {
  private static final int HEADER_BYTES = 8;
  private static final int GROUP_HEADER_BYTES = 4;
  private static final int LENGTH_BYTES = 4;

  /// The identifier of the only message type.
  private static final short TEMPLATE = 1;

  /// `size`, `duration`, `width`, `height`, `bitrate`, `hasBitrate`.
  private static final short CONTENT_BLOCK_BYTES = 29;

  /// `width`, `height`, `size`.
  private static final short IMAGE_BLOCK_BYTES = 9;

  private SbeFields() {}

  private static UnsafeBuffer buffer() {
    return new UnsafeBuffer(ByteBuffer.allocateDirect(FieldReaders.MESSAGES * 4096));
  }

  /// Writes consecutive values, strings with their length, and returns the position after them.
  private static int put(MutableDirectBuffer buffer, int start, @Nullable Object... values) {
    int at = start;
    for (Object value : values) {
      switch (value) {
        case Byte number -> buffer.putByte(at, number);
        case Short number -> buffer.putShort(at, number, LITTLE_ENDIAN);
        case Integer number -> buffer.putInt(at, number, LITTLE_ENDIAN);
        case Long number -> buffer.putLong(at, number, LITTLE_ENDIAN);
        case Float number -> buffer.putFloat(at, number, LITTLE_ENDIAN);
        case Double number -> buffer.putDouble(at, number, LITTLE_ENDIAN);
        case null -> buffer.putInt(at, 0, LITTLE_ENDIAN);
        default -> {
          byte[] bytes = value.toString().getBytes(UTF_8);
          buffer.putInt(at, bytes.length, LITTLE_ENDIAN);
          buffer.putBytes(at + LENGTH_BYTES, bytes);
        }
      }
      at += length(value);
    }
    return at;
  }

  private static int length(@Nullable Object value) {
    return switch (value) {
      case Byte _ -> Byte.BYTES;
      case Short _ -> Short.BYTES;
      case Long _, Double _ -> Long.BYTES;
      case String text -> LENGTH_BYTES + text.getBytes(UTF_8).length;
      case null, default -> Integer.BYTES;
    };
  }

  private static int putHeader(MutableDirectBuffer buffer, int offset, short blockBytes) {
    return put(buffer, offset, blockBytes, TEMPLATE, (short) 1, (short) 0);
  }

  /// Returns the start of the block, after checking the header.
  private static int open(MutableDirectBuffer buffer, int offset) {
    int template = Short.toUnsignedInt(buffer.getShort(offset + 2, LITTLE_ENDIAN));
    if (template != TEMPLATE) {
      throw new IllegalStateException("template=" + template);
    }
    return offset + HEADER_BYTES;
  }

  static FieldReader of(Struct struct) {
    Object[] values = FieldReaders.values(struct);
    UnsafeBuffer buffer = buffer();
    int distance = put(buffer, 0, Arrays.copyOf(values, 101)); // of f101
    short blockBytes = (short) put(buffer, 0, values);
    int[] offsets = offsets(offset -> put(buffer, putHeader(buffer, offset, blockBytes), values));
    return message -> {
      int block = open(buffer, offsets[message]);
      return buffer.getInt(block, LITTLE_ENDIAN) + buffer.getLong(block + distance, LITTLE_ENDIAN);
    };
  }

  static FieldReader of(MediaContent content) {
    UnsafeBuffer buffer = buffer();
    int[] offsets = offsets(offset -> put(buffer, offset, content));
    Flyweight flyweight = new Flyweight(buffer);
    return message -> {
      flyweight.at(offsets[message]);
      return flyweight.size() + flyweight.widthOfImage(1) + flyweight.uri().length();
    };
  }

  /// Writes all messages consecutively, and returns their offsets.
  ///
  /// @param writer writes a message and returns its end
  private static int[] offsets(IntUnaryOperator writer) {
    var offsets = new int[FieldReaders.MESSAGES];
    int end = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = end;
      end = writer.applyAsInt(end);
    }
    return offsets;
  }

  private static int put(MutableDirectBuffer buffer, int offset, MediaContent content) {
    Media media = requireNonNull(content.media);
    byte hasBitrate = (byte) (media.hasBitrate ? 1 : 0);
    int at = putHeader(buffer, offset, CONTENT_BLOCK_BYTES);
    at = put(buffer, at, media.size, media.duration, media.width, media.height);
    at = put(buffer, at, media.bitrate, hasBitrate);
    List<Image> images = requireNonNull(content.images);
    at = put(buffer, at, IMAGE_BLOCK_BYTES, (short) images.size());
    for (Image image : images) {
      byte size = (byte) (image.size == Image.Size.LARGE ? 1 : 0);
      at = put(buffer, at, image.width, image.height, size, image.uri, image.title);
    }
    return put(buffer, at, media.uri, media.title, media.format, media.copyright);
  }

  private static final class Flyweight {
    private final UnsafeBuffer buffer;
    private int block;

    /// The position up to which the data after the block was read.
    private int limit;

    Flyweight(UnsafeBuffer buffer) {
      this.buffer = buffer;
    }

    void at(int offset) {
      block = open(buffer, offset);
      limit = block + Short.toUnsignedInt(buffer.getShort(offset, LITTLE_ENDIAN));
    }

    long size() {
      return buffer.getLong(block, LITTLE_ENDIAN);
    }

    /// Reads through all images.
    int widthOfImage(int index) {
      int bytes = Short.toUnsignedInt(buffer.getShort(limit, LITTLE_ENDIAN));
      int count = Short.toUnsignedInt(buffer.getShort(limit + 2, LITTLE_ENDIAN));
      limit += GROUP_HEADER_BYTES;
      int width = 0;
      for (int i = 0; i < count; i++) {
        if (i == index) {
          width = buffer.getInt(limit, LITTLE_ENDIAN);
        }
        limit += bytes;
        skipText();
        skipText();
      }
      return width;
    }

    private void skipText() {
      limit += LENGTH_BYTES + buffer.getInt(limit, LITTLE_ENDIAN);
    }

    String uri() {
      int length = buffer.getInt(limit, LITTLE_ENDIAN);
      byte[] bytes = new byte[length];
      buffer.getBytes(limit + LENGTH_BYTES, bytes, 0, length);
      limit += LENGTH_BYTES + length;
      return new String(bytes, UTF_8);
    }
  }
}
