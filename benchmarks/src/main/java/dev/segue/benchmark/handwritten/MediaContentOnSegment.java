// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.BYTE;
import static dev.segue.benchmark.handwritten.Layouts.INT;
import static dev.segue.benchmark.handwritten.Layouts.LONG;

import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [MediaContent] on a segment, laid out as by [MediaContentOnArray].
@SuppressWarnings("EnumOrdinal") // as a serializer in consistent mode would
public final class MediaContentOnSegment implements Straight<MemorySegment, MediaContent> {
  private static final Media.Player[] PLAYERS = Media.Player.values();
  private static final Image.Size[] SIZES = Image.Size.values();

  private final TextOnSegment text = new TextOnSegment();

  /// Where the reader is.
  private int position;

  @Override
  public int write(MemorySegment memory, int offset, MediaContent content) {
    int at = writeMedia(memory, offset, content.media);
    List<Image> images = content.images;
    if (images == null) {
      memory.set(INT, at, -1);
      return at + 4 - offset;
    }
    int size = images.size();
    memory.set(INT, at, size);
    at += 4;
    for (int i = 0; i < size; i++) {
      at = writeImage(memory, at, images.get(i));
    }
    return at - offset;
  }

  private int writeMedia(MemorySegment memory, int offset, @Nullable Media media) {
    if (media == null) {
      memory.set(BYTE, offset, (byte) 0);
      return offset + 1;
    }
    memory.set(BYTE, offset, (byte) 1);
    memory.set(BYTE, offset + 1, (byte) (media.hasBitrate ? 1 : 0));
    memory.set(BYTE, offset + 2, (byte) (media.player == null ? -1 : media.player.ordinal()));
    memory.set(INT, offset + 3, media.width);
    memory.set(INT, offset + 7, media.height);
    memory.set(INT, offset + 11, media.bitrate);
    memory.set(LONG, offset + 15, media.duration);
    memory.set(LONG, offset + 23, media.size);
    int at = text.write(memory, offset + 31, media.uri);
    at = text.write(memory, at, media.title);
    at = text.write(memory, at, media.format);
    at = text.write(memory, at, media.copyright);
    List<String> persons = media.persons;
    if (persons == null) {
      memory.set(INT, at, -1);
      return at + 4;
    }
    int size = persons.size();
    memory.set(INT, at, size);
    at += 4;
    for (int i = 0; i < size; i++) {
      at = text.write(memory, at, persons.get(i));
    }
    return at;
  }

  private int writeImage(MemorySegment memory, int offset, Image image) {
    memory.set(BYTE, offset, (byte) (image.size == null ? -1 : image.size.ordinal()));
    memory.set(INT, offset + 1, image.width);
    memory.set(INT, offset + 5, image.height);
    int at = text.write(memory, offset + 9, image.uri);
    at = text.write(memory, at, image.title);
    return writeMedia(memory, at, image.media);
  }

  @Override
  public MediaContent read(MemorySegment memory, int offset) {
    position = offset;
    var content = new MediaContent();
    content.media = readMedia(memory);
    int size = memory.get(INT, position);
    position += 4;
    if (size >= 0) {
      var images = new ArrayList<Image>(size);
      for (int i = 0; i < size; i++) {
        images.add(readImage(memory));
      }
      content.images = images;
    }
    return content;
  }

  private @Nullable Media readMedia(MemorySegment memory) {
    int offset = position;
    if (memory.get(BYTE, offset) == 0) {
      position = offset + 1;
      return null;
    }
    var media = new Media();
    media.hasBitrate = memory.get(BYTE, offset + 1) != 0;
    int player = memory.get(BYTE, offset + 2);
    media.player = player < 0 ? null : PLAYERS[player];
    media.width = memory.get(INT, offset + 3);
    media.height = memory.get(INT, offset + 7);
    media.bitrate = memory.get(INT, offset + 11);
    media.duration = memory.get(LONG, offset + 15);
    media.size = memory.get(LONG, offset + 23);
    position = offset + 31;
    media.uri = readText(memory);
    media.title = readText(memory);
    media.format = readText(memory);
    media.copyright = readText(memory);
    media.persons = readPersons(memory);
    return media;
  }

  private @Nullable List<String> readPersons(MemorySegment memory) {
    int size = memory.get(INT, position);
    position += 4;
    if (size < 0) {
      return null;
    }
    var persons = new ArrayList<String>(size);
    for (int i = 0; i < size; i++) {
      persons.add(Objects.requireNonNull(readText(memory)));
    }
    return persons;
  }

  private Image readImage(MemorySegment memory) {
    int offset = position;
    var image = new Image();
    int size = memory.get(BYTE, offset);
    image.size = size < 0 ? null : SIZES[size];
    image.width = memory.get(INT, offset + 1);
    image.height = memory.get(INT, offset + 5);
    position = offset + 9;
    image.uri = readText(memory);
    image.title = readText(memory);
    image.media = readMedia(memory);
    return image;
  }

  private @Nullable String readText(MemorySegment memory) {
    int offset = position;
    position = TextOnSegment.end(memory, offset);
    return text.read(memory, offset);
  }
}
