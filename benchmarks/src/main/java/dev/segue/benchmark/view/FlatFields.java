// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Table;
import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// FlatBuffers, with accessors like those that its compiler generates for Java: a table for each
/// class, fields in declared order, each message a direct buffer. Views are reused, as its
/// documentation shows.
final class FlatFields {

  private static final int FIRST_FIELD = 4;
  private static final int FIELD_BYTES = 2;
  private static final int F0 = FIRST_FIELD;
  private static final int F101 = FIRST_FIELD + 101 * FIELD_BYTES;

  static final class StructTable extends Table {
    void at(ByteBuffer buffer) {
      __reset(buffer.getInt(buffer.position()) + buffer.position(), buffer);
    }

    int f0() {
      int o = __offset(F0);
      return o != 0 ? bb.getInt(o + bb_pos) : 0;
    }

    long f101() {
      int o = __offset(F101);
      return o != 0 ? bb.getLong(o + bb_pos) : 0;
    }
  }

  /// Fields: uri 4, title 6, width 8, height 10, size 12.
  static final class ImageTable extends Table {
    ImageTable at(int position, ByteBuffer buffer) {
      __reset(position, buffer);
      return this;
    }

    int width() {
      int o = __offset(8);
      return o != 0 ? bb.getInt(o + bb_pos) : 0;
    }
  }

  /// Fields: uri 4, size 6, and eight more.
  static final class MediaTable extends Table {
    MediaTable at(int position, ByteBuffer buffer) {
      __reset(position, buffer);
      return this;
    }

    @Nullable String uri() {
      int o = __offset(4);
      return o != 0 ? __string(o + bb_pos) : null;
    }

    long size() {
      int o = __offset(6);
      return o != 0 ? bb.getLong(o + bb_pos) : 0;
    }
  }

  /// Fields: media 4, images 6.
  static final class ContentTable extends Table {
    void at(ByteBuffer buffer) {
      __reset(buffer.getInt(buffer.position()) + buffer.position(), buffer);
    }

    @Nullable MediaTable media(MediaTable media) {
      int o = __offset(4);
      return o != 0 ? media.at(__indirect(o + bb_pos), bb) : null;
    }

    @Nullable ImageTable images(ImageTable image, int index) {
      int o = __offset(6);
      return o != 0 ? image.at(__indirect(__vector(o) + index * Integer.BYTES), bb) : null;
    }
  }

  private FlatFields() {}

  private static ByteBuffer direct(FlatBufferBuilder builder) {
    byte[] bytes = builder.sizedByteArray();
    return ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.LITTLE_ENDIAN).put(bytes).flip();
  }

  static FieldReader ofStructs(List<Struct> structs) {
    ByteBuffer[] messages = structs.stream().map(FlatFields::message).toArray(ByteBuffer[]::new);
    StructTable table = new StructTable();
    return message -> {
      table.at(messages[message]);
      return table.f0() + table.f101();
    };
  }

  private static ByteBuffer message(Struct struct) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    Field[] fields = Struct.class.getFields();
    builder.startTable(fields.length);
    try {
      for (Field field : fields) {
        int number = Integer.parseInt(field.getName().substring(1));
        switch (field.get(struct)) {
          case Integer value -> builder.addInt(number, value, 0);
          case Long value -> builder.addLong(number, value, 0);
          case Float value -> builder.addFloat(number, value, 0);
          case Double value -> builder.addDouble(number, value, 0);
          default -> throw new AssertionError(field);
        }
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError("they are public", e);
    }
    builder.finish(builder.endTable());
    return direct(builder);
  }

  static FieldReader ofContents(List<MediaContent> contents) {
    ByteBuffer[] messages = contents.stream().map(FlatFields::message).toArray(ByteBuffer[]::new);
    ContentTable content = new ContentTable();
    MediaTable media = new MediaTable();
    ImageTable image = new ImageTable();
    return message -> {
      content.at(messages[message]);
      MediaTable medium = Objects.requireNonNull(content.media(media));
      return medium.size()
          + Objects.requireNonNull(content.images(image, 1)).width()
          + Objects.requireNonNull(medium.uri()).length();
    };
  }

  private static ByteBuffer message(MediaContent content) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    List<Image> images = Objects.requireNonNull(content.images);
    int[] offsets = new int[images.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = image(builder, images.get(i));
    }
    builder.startVector(Integer.BYTES, offsets.length, Integer.BYTES);
    for (int i = offsets.length - 1; i >= 0; i--) {
      builder.addOffset(offsets[i]);
    }
    int vector = builder.endVector();
    int media = media(builder, Objects.requireNonNull(content.media));
    builder.startTable(2);
    builder.addOffset(0, media, 0);
    builder.addOffset(1, vector, 0);
    builder.finish(builder.endTable());
    return direct(builder);
  }

  private static int text(FlatBufferBuilder builder, @Nullable String text) {
    return text == null ? 0 : builder.createString(text);
  }

  private static int image(FlatBufferBuilder builder, Image image) {
    int uri = text(builder, image.uri);
    int title = text(builder, image.title);
    builder.startTable(5);
    builder.addOffset(0, uri, 0);
    builder.addOffset(1, title, 0);
    builder.addInt(2, image.width, 0);
    builder.addInt(3, image.height, 0);
    builder.addByte(4, (byte) (image.size == Image.Size.LARGE ? 1 : 0), 0);
    return builder.endTable();
  }

  private static int media(FlatBufferBuilder builder, Media media) {
    int uri = text(builder, media.uri);
    int title = text(builder, media.title);
    int format = text(builder, media.format);
    int copyright = text(builder, media.copyright);
    builder.startTable(10);
    builder.addOffset(0, uri, 0);
    builder.addLong(1, media.size, 0);
    builder.addOffset(2, title, 0);
    builder.addOffset(3, format, 0);
    builder.addOffset(4, copyright, 0);
    builder.addLong(5, media.duration, 0);
    builder.addInt(6, media.width, 0);
    builder.addInt(7, media.height, 0);
    builder.addInt(8, media.bitrate, 0);
    builder.addBoolean(9, media.hasBitrate, false);
    return builder.endTable();
  }
}
