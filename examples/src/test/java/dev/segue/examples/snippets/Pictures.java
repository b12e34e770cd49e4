// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import dev.segue.serializer.Serializer;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A program that reads fields of serialized videos.
public class Pictures {

  /// A video.
  public record Media(String title, long size) {}

  /// A picture of a video.
  public record Image(String title, int width, int height) {}

  /// A video and its pictures.
  public record MediaContent(Media media, List<Image> images) {}

  /// The serializer of the program.
  protected final Serializer serializer =
      Serializer.builder().register(MediaContent.class, Media.class, Image.class).build();

  /// A serialized video.
  protected final MemorySegment segment =
      MemorySegment.ofArray(
          serializer.toBytes(
              new MediaContent(
                  new Media("Keynote", 58_982_400),
                  List.of(new Image("large", 1024, 768), new Image("small", 320, 240)))));

  /// The offset of the video in the segment.
  protected final long offset = 0;
}
