// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.view;

import static java.util.Objects.requireNonNull;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.Table;
import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// FlatBuffers, with accessors like those that its compiler generates for Java: a table for each
/// class, fields in declared order, each message a direct buffer. Views are reused, as its
/// documentation recommends. Only the measured accessors exist.
final class FlatFields {
  static final class StructTable extends Table {
    void at(ByteBuffer buffer) {
      __reset(buffer.getInt(buffer.position()) + buffer.position(), buffer);
    }

    int f0() {
      int o = __offset(4);
      return o != 0 ? bb.getInt(o + bb_pos) : 0;
    }

    long f101() {
      int o = __offset(206);
      return o != 0 ? bb.getLong(o + bb_pos) : 0;
    }
  }

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

  /// Returns the position of a table or vector that is already in the message.
  private record Written(int offset) {}

  private FlatFields() {}

  static FieldReader of(Struct struct) {
    ByteBuffer[] messages = messages(() -> message(struct));
    StructTable table = new StructTable();
    return message -> {
      table.at(messages[message]);
      return table.f0() + table.f101();
    };
  }

  static FieldReader of(MediaContent content) {
    ByteBuffer[] messages = messages(() -> message(content));
    ContentTable table = new ContentTable();
    MediaTable media = new MediaTable();
    ImageTable image = new ImageTable();
    return message -> {
      table.at(messages[message]);
      MediaTable medium = requireNonNull(table.media(media));
      return medium.size()
          + requireNonNull(table.images(image, 1)).width()
          + requireNonNull(medium.uri()).length();
    };
  }

  private static ByteBuffer[] messages(Supplier<ByteBuffer> message) {
    return Stream.generate(message).limit(FieldReaders.MESSAGES).toArray(ByteBuffer[]::new);
  }

  private static ByteBuffer message(Struct struct) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    return finished(builder, table(builder, FieldReaders.values(struct)));
  }

  private static ByteBuffer message(MediaContent content) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int[] images =
        requireNonNull(content.images).stream()
            .mapToInt(image -> image(builder, image).offset())
            .toArray();
    Written vector = new Written(builder.createVectorOfTables(images));
    Media media = requireNonNull(content.media);
    Written table =
        table(
            builder,
            media.uri,
            media.size,
            media.title,
            media.format,
            media.copyright,
            media.duration,
            media.width,
            media.height,
            media.bitrate,
            (byte) (media.hasBitrate ? 1 : 0));
    return finished(builder, table(builder, table, vector));
  }

  private static Written image(FlatBufferBuilder builder, Image image) {
    byte size = (byte) (image.size == Image.Size.LARGE ? 1 : 0);
    return table(builder, image.uri, image.title, image.width, image.height, size);
  }

  /// Adds a table. Null and zero fields are omitted.
  private static Written table(FlatBufferBuilder builder, @Nullable Object... fields) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] instanceof String text) {
        fields[i] = new Written(builder.createString(text));
      }
    }
    builder.startTable(fields.length);
    for (int i = 0; i < fields.length; i++) {
      switch (fields[i]) {
        case null -> {}
        case Written written -> builder.addOffset(i, written.offset(), 0);
        case Byte value -> builder.addByte(i, value, 0);
        case Integer value -> builder.addInt(i, value, 0);
        case Long value -> builder.addLong(i, value, 0);
        case Float value -> builder.addFloat(i, value, 0);
        case Double value -> builder.addDouble(i, value, 0);
        default -> throw new AssertionError(fields[i]);
      }
    }
    return new Written(builder.endTable());
  }

  private static ByteBuffer finished(FlatBufferBuilder builder, Written root) {
    builder.finish(root.offset());
    byte[] bytes = builder.sizedByteArray();
    return ByteBuffer.allocateDirect(bytes.length).order(ByteOrder.LITTLE_ENDIAN).put(bytes).flip();
  }
}
