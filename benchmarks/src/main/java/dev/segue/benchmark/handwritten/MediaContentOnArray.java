// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Views.INT;
import static dev.segue.benchmark.handwritten.Views.LONG;

import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// [MediaContent] in a byte array: for each object a presence byte and its numbers, then its
/// strings and lists.
@SuppressWarnings("EnumOrdinal") // as a serializer in consistent mode would
public final class MediaContentOnArray implements Straight<byte[], MediaContent> {
  private static final Media.Player[] PLAYERS = Media.Player.values();
  private static final Image.Size[] SIZES = Image.Size.values();

  private final TextOnArray text = new TextOnArray();

  /// The reader's position.
  private int position;

  @Override
  public int write(byte[] memory, int offset, MediaContent content) {
    int at = writeMedia(memory, offset, content.media);
    List<Image> images = content.images;
    if (images == null) {
      INT.set(memory, at, -1);
      return at + 4 - offset;
    }
    int size = images.size();
    INT.set(memory, at, size);
    at += 4;
    for (int i = 0; i < size; i++) {
      at = writeImage(memory, at, images.get(i));
    }
    return at - offset;
  }

  private int writeMedia(byte[] memory, int offset, @Nullable Media media) {
    if (media == null) {
      memory[offset] = (byte) 0;
      return offset + 1;
    }
    memory[offset] = (byte) 1;
    memory[offset + 1] = (byte) (media.hasBitrate ? 1 : 0);
    memory[offset + 2] = (byte) (media.player == null ? -1 : media.player.ordinal());
    INT.set(memory, offset + 3, media.width);
    INT.set(memory, offset + 7, media.height);
    INT.set(memory, offset + 11, media.bitrate);
    LONG.set(memory, offset + 15, media.duration);
    LONG.set(memory, offset + 23, media.size);
    int at = text.write(memory, offset + 31, media.uri);
    at = text.write(memory, at, media.title);
    at = text.write(memory, at, media.format);
    at = text.write(memory, at, media.copyright);
    List<String> persons = media.persons;
    if (persons == null) {
      INT.set(memory, at, -1);
      return at + 4;
    }
    int size = persons.size();
    INT.set(memory, at, size);
    at += 4;
    for (int i = 0; i < size; i++) {
      at = text.write(memory, at, persons.get(i));
    }
    return at;
  }

  private int writeImage(byte[] memory, int offset, Image image) {
    memory[offset] = (byte) (image.size == null ? -1 : image.size.ordinal());
    INT.set(memory, offset + 1, image.width);
    INT.set(memory, offset + 5, image.height);
    int at = text.write(memory, offset + 9, image.uri);
    at = text.write(memory, at, image.title);
    return writeMedia(memory, at, image.media);
  }

  @Override
  public MediaContent read(byte[] memory, int offset) {
    position = offset;
    var content = new MediaContent();
    content.media = readMedia(memory);
    int size = (int) INT.get(memory, position);
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

  private @Nullable Media readMedia(byte[] memory) {
    int offset = position;
    if (memory[offset] == 0) {
      position = offset + 1;
      return null;
    }
    var media = new Media();
    media.hasBitrate = memory[offset + 1] != 0;
    int player = memory[offset + 2];
    media.player = player < 0 ? null : PLAYERS[player];
    media.width = (int) INT.get(memory, offset + 3);
    media.height = (int) INT.get(memory, offset + 7);
    media.bitrate = (int) INT.get(memory, offset + 11);
    media.duration = (long) LONG.get(memory, offset + 15);
    media.size = (long) LONG.get(memory, offset + 23);
    position = offset + 31;
    media.uri = readText(memory);
    media.title = readText(memory);
    media.format = readText(memory);
    media.copyright = readText(memory);
    media.persons = readPersons(memory);
    return media;
  }

  private @Nullable List<String> readPersons(byte[] memory) {
    int size = (int) INT.get(memory, position);
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

  private Image readImage(byte[] memory) {
    int offset = position;
    var image = new Image();
    int size = memory[offset];
    image.size = size < 0 ? null : SIZES[size];
    image.width = (int) INT.get(memory, offset + 1);
    image.height = (int) INT.get(memory, offset + 5);
    position = offset + 9;
    image.uri = readText(memory);
    image.title = readText(memory);
    image.media = readMedia(memory);
    return image;
  }

  private @Nullable String readText(byte[] memory) {
    int offset = position;
    position = TextOnArray.end(memory, offset);
    return text.read(memory, offset);
  }
}
