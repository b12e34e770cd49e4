// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A picture of a [Media], which it may refer back to.
public final class Image implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /// Where it is.
  public @Nullable String uri;

  /// What it is called, if it is called anything.
  public @Nullable String title;

  /// Width in pixels.
  public int width;

  /// Height in pixels.
  public int height;

  /// How large it is, roughly.
  public @Nullable Size size;

  /// What it is a picture of, where that is told.
  public @Nullable Media media;

  /// Creates one without values.
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

  /// How large a picture is, roughly.
  public enum Size {
    /// For a list.
    SMALL,
    /// For a page.
    LARGE
  }
}
