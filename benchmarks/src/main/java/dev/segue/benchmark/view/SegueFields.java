// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import static java.util.Objects.requireNonNull;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.ViewCursor;
import dev.segue.serializer.ViewPath;
import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import dev.segue.workload.Struct;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Segue: through a view, or by reading the whole object.
final class SegueFields {

  interface StructView {
    int f0();

    long f101();
  }

  interface ImageView {
    int width();
  }

  interface ContentView {
    @ViewPath("media.size")
    long size();

    @ViewPath("media.uri")
    String uri();

    ImageView images(int index);
  }

  /// The payloads, stored consecutively.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Payloads(Serializer serializer, MemorySegment memory, long[] offsets) {
    static Payloads of(Object object, Class<?>... types) {
      var serializer = Serializer.builder().register(types).build();
      var memory = Arena.ofAuto().allocate(FieldReaders.MESSAGES * 4096L, Long.BYTES);
      var offsets = new long[FieldReaders.MESSAGES];
      long end = 0;
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = end;
        end += serializer.write(object, memory, end);
      }
      return new Payloads(serializer, memory, offsets);
    }

    static Payloads of(MediaContent content) {
      return of(content, MediaContent.class, Media.class, Image.class);
    }
  }

  private SegueFields() {}

  static FieldReader viewOf(Struct object) {
    var payloads = Payloads.of(object, Struct.class);
    ViewCursor<StructView> cursor = payloads.serializer.view(StructView.class, Struct.class);
    return message -> {
      StructView struct = cursor.at(payloads.memory, payloads.offsets[message]);
      return struct.f0() + struct.f101();
    };
  }

  static FieldReader readOf(Struct object) {
    var payloads = Payloads.of(object, Struct.class);
    return message -> {
      long offset = payloads.offsets[message];
      Struct struct = payloads.serializer.read(payloads.memory, offset, Struct.class);
      return struct.f0 + struct.f101;
    };
  }

  static FieldReader viewOf(MediaContent object) {
    var payloads = Payloads.of(object);
    ViewCursor<ContentView> cursor =
        payloads.serializer.view(ContentView.class, MediaContent.class);
    return message -> {
      ContentView content = cursor.at(payloads.memory, payloads.offsets[message]);
      return content.size() + content.images(1).width() + content.uri().length();
    };
  }

  static FieldReader readOf(MediaContent object) {
    var payloads = Payloads.of(object);
    return message -> {
      long offset = payloads.offsets[message];
      MediaContent content = payloads.serializer.read(payloads.memory, offset, MediaContent.class);
      Media media = requireNonNull(content.media);
      Image image = requireNonNull(content.images).get(1);
      return media.size + image.width + requireNonNull(media.uri).length();
    };
  }
}
