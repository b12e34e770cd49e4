// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/// Simple Binary Encoding, with flyweights like those that its tool generates for Java: a header of
/// eight bytes, a block of fixed fields, then groups, then strings. Everything after the block is
/// read in order, so the images come before the medium's strings.
final class SbeFields {

  private static final int HEADER_BYTES = 8;
  private static final int TEMPLATE = 1;
  private static final int GROUP_HEADER_BYTES = 4;
  private static final int LENGTH_BYTES = 4;

  /// `size`, `duration`, `width`, `height`, `bitrate`, `hasBitrate`.
  private static final int CONTENT_BLOCK_BYTES = 29;

  /// `width`, `height`, `size`.
  private static final int IMAGE_BLOCK_BYTES = 9;

  private SbeFields() {}

  private static UnsafeBuffer buffer() {
    return new UnsafeBuffer(ByteBuffer.allocateDirect(FieldReaders.MESSAGES * 4096));
  }

  private static void putHeader(MutableDirectBuffer buffer, int offset, int blockBytes) {
    buffer.putShort(offset, (short) blockBytes, LITTLE_ENDIAN);
    buffer.putShort(offset + 2, (short) TEMPLATE, LITTLE_ENDIAN);
    buffer.putShort(offset + 4, (short) 1, LITTLE_ENDIAN);
    buffer.putShort(offset + 6, (short) 0, LITTLE_ENDIAN);
  }

  /// Returns the start of the block, after checking the header.
  private static int open(MutableDirectBuffer buffer, int offset) {
    int template = Short.toUnsignedInt(buffer.getShort(offset + 2, LITTLE_ENDIAN));
    if (template != TEMPLATE) {
      throw new IllegalStateException("template=" + template);
    }
    return offset + HEADER_BYTES;
  }

  static FieldReader ofStructs(List<Struct> structs) {
    UnsafeBuffer buffer = buffer();
    Field[] fields = Struct.class.getFields();
    Arrays.sort(
        fields, Comparator.comparingInt(field -> Integer.parseInt(field.getName().substring(1))));
    int[] offsets = new int[structs.size()];
    int end = 0;
    int f101 = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = end;
      int at = end + HEADER_BYTES;
      for (Field field : fields) {
        if (field.getName().equals("f101")) {
          f101 = at - end - HEADER_BYTES;
        }
        at = put(buffer, at, field, structs.get(i));
      }
      putHeader(buffer, end, at - end - HEADER_BYTES);
      end = at;
    }
    int distance = f101;
    return message -> {
      int block = open(buffer, offsets[message]);
      return buffer.getInt(block, LITTLE_ENDIAN) + buffer.getLong(block + distance, LITTLE_ENDIAN);
    };
  }

  private static int put(MutableDirectBuffer buffer, int at, Field field, Struct struct) {
    try {
      switch (field.get(struct)) {
        case Integer value -> buffer.putInt(at, value, LITTLE_ENDIAN);
        case Long value -> buffer.putLong(at, value, LITTLE_ENDIAN);
        case Float value -> buffer.putFloat(at, value, LITTLE_ENDIAN);
        case Double value -> buffer.putDouble(at, value, LITTLE_ENDIAN);
        default -> throw new AssertionError(field);
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError("they are public", e);
    }
    boolean isWide = field.getType() == long.class || field.getType() == double.class;
    return at + (isWide ? Long.BYTES : Integer.BYTES);
  }

  static FieldReader ofContents(List<MediaContent> contents) {
    UnsafeBuffer buffer = buffer();
    int[] offsets = new int[contents.size()];
    int end = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = end;
      end = put(buffer, end, contents.get(i));
    }
    Flyweight flyweight = new Flyweight(buffer);
    return message -> {
      flyweight.at(offsets[message]);
      return flyweight.size() + flyweight.widthOfImage(1) + flyweight.uri().length();
    };
  }

  private static int put(MutableDirectBuffer buffer, int offset, MediaContent content) {
    Media media = Objects.requireNonNull(content.media);
    putHeader(buffer, offset, CONTENT_BLOCK_BYTES);
    int at = offset + HEADER_BYTES;
    buffer.putLong(at, media.size, LITTLE_ENDIAN);
    buffer.putLong(at + 8, media.duration, LITTLE_ENDIAN);
    buffer.putInt(at + 16, media.width, LITTLE_ENDIAN);
    buffer.putInt(at + 20, media.height, LITTLE_ENDIAN);
    buffer.putInt(at + 24, media.bitrate, LITTLE_ENDIAN);
    buffer.putByte(at + 28, (byte) (media.hasBitrate ? 1 : 0));
    at += CONTENT_BLOCK_BYTES;
    List<Image> images = Objects.requireNonNull(content.images);
    buffer.putShort(at, (short) IMAGE_BLOCK_BYTES, LITTLE_ENDIAN);
    buffer.putShort(at + 2, (short) images.size(), LITTLE_ENDIAN);
    at += GROUP_HEADER_BYTES;
    for (Image image : images) {
      buffer.putInt(at, image.width, LITTLE_ENDIAN);
      buffer.putInt(at + 4, image.height, LITTLE_ENDIAN);
      buffer.putByte(at + 8, (byte) (image.size == Image.Size.LARGE ? 1 : 0));
      at = put(buffer, at + IMAGE_BLOCK_BYTES, image.uri);
      at = put(buffer, at, image.title);
    }
    at = put(buffer, at, media.uri);
    at = put(buffer, at, media.title);
    at = put(buffer, at, media.format);
    return put(buffer, at, media.copyright);
  }

  private static int put(MutableDirectBuffer buffer, int at, @Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(UTF_8);
    buffer.putInt(at, bytes.length, LITTLE_ENDIAN);
    buffer.putBytes(at + LENGTH_BYTES, bytes);
    return at + LENGTH_BYTES + bytes.length;
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
