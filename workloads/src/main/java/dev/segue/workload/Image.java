// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A picture that may refer back to its [Media].
public final class Image implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /// The location of the picture.
  public @Nullable String uri;

  /// The title of the picture, if any.
  public @Nullable String title;

  /// The width in pixels.
  public int width;

  /// The height in pixels.
  public int height;

  /// The approximate size of the picture.
  public @Nullable Size size;

  /// The recording that the picture belongs to, if known.
  public @Nullable Media media;

  /// Creates an empty object.
  public Image() {}

  Image(
      String uri, @Nullable String title, int width, int height, Size size, @Nullable Media media) {
    this.uri = uri;
    this.title = title;
    this.width = width;
    this.height = height;
    this.size = size;
    this.media = media;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Image other
        && width == other.width
        && height == other.height
        && size == other.size
        && Objects.equals(uri, other.uri)
        && Objects.equals(title, other.title)
        && Objects.equals(media, other.media);
  }

  @Override
  public int hashCode() {
    return Objects.hash(uri, title, width, height, size, media);
  }

  @Override
  public String toString() {
    return "Image[uri=%s, title=%s, width=%d, height=%d, size=%s, media=%s]"
        .formatted(uri, title, width, height, size, media);
  }

  /// The approximate size of a picture.
  public enum Size {
    /// A size that is suitable for a list.
    SMALL,
    /// A size that is suitable for a page.
    LARGE
  }
}
