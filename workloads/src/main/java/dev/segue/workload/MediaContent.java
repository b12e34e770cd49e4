// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A small graph of business objects: one [Media] and a list of its [Image]s.
///
/// The original is the `MediaContent` of
/// [jvm-serializers](https://github.com/eishay/jvm-serializers), with the values used in the
/// benchmarks of Kryo and Apache Fory: two of its strings contain a character beyond Latin-1.
public final class MediaContent implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /// The medium.
  public @Nullable Media media;

  /// Its pictures.
  @SuppressWarnings("serial") // an ArrayList
  public @Nullable List<Image> images;

  /// Creates an empty object.
  public MediaContent() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @param shared whether each image refers back to the medium
  /// @return a new graph, equal to all others that this method returns for the same argument
  public static MediaContent populated(boolean shared) {
    var media = Media.populated();
    var back = shared ? media : null;
    var images = new ArrayList<Image>();
    images.add(
        new Image(
            "http://javaone.com/keynote_huge.jpg",
            "Javaone Keynote\u1234",
            32000,
            24000,
            Image.Size.LARGE,
            back));
    images.add(
        new Image("http://javaone.com/keynote_large.jpg", null, 1024, 768, Image.Size.LARGE, back));
    images.add(
        new Image("http://javaone.com/keynote_small.jpg", null, 320, 240, Image.Size.SMALL, back));
    var content = new MediaContent();
    content.media = media;
    content.images = images;
    return content;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof MediaContent other
        && Objects.equals(media, other.media)
        && Objects.equals(images, other.images);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(media) + Objects.hashCode(images);
  }

  @Override
  public String toString() {
    return "MediaContent[media=" + media + ", images=" + images + "]";
  }
}
