// SPDX-License-Identifier: Apache-2.0

package dev.segue.workload;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A recording: strings, numbers, an enum and a list of strings.
public final class Media implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /// The location of the recording.
  public @Nullable String uri;

  /// The title of the recording, if any.
  public @Nullable String title;

  /// The width in pixels.
  public int width;

  /// The height in pixels.
  public int height;

  /// The media type.
  public @Nullable String format;

  /// The length in milliseconds.
  public long duration;

  /// The size in bytes.
  public long size;

  /// The bit rate in bits per second, if [#hasBitrate].
  public int bitrate;

  /// Whether [#bitrate] is known.
  public boolean hasBitrate;

  /// The people in the recording.
  @SuppressWarnings("serial") // an ArrayList
  public @Nullable List<String> persons;

  /// The program that plays the recording.
  public @Nullable Player player;

  /// The copyright notice, if any.
  public @Nullable String copyright;

  /// Creates an empty object.
  public Media() {}

  /// Creates the object that the benchmarks use, as part of [MediaContent].
  static Media populated() {
    var persons = new ArrayList<String>();
    persons.add("Bill Gates, Jr.");
    persons.add("Steven Jobs");
    var media = new Media();
    media.uri = "http://javaone.com/keynote.ogg";
    media.width = 641;
    media.height = 481;
    media.format = "video/theora\u1234";
    media.duration = 18_000_001;
    media.size = 58_982_401;
    media.persons = persons;
    media.player = Player.FLASH;
    media.copyright = "Copyright (c) 2009, Scooby Dooby Doo";
    return media;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Media other
        && width == other.width
        && height == other.height
        && duration == other.duration
        && size == other.size
        && bitrate == other.bitrate
        && hasBitrate == other.hasBitrate
        && player == other.player
        && Objects.equals(uri, other.uri)
        && Objects.equals(title, other.title)
        && Objects.equals(format, other.format)
        && Objects.equals(persons, other.persons)
        && Objects.equals(copyright, other.copyright);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        uri,
        title,
        width,
        height,
        format,
        duration,
        size,
        bitrate,
        hasBitrate,
        persons,
        player,
        copyright);
  }

  @Override
  public String toString() {
    return "Media[uri=%s, title=%s, width=%d, height=%d, format=%s, duration=%d, size=%d, "
            .formatted(uri, title, width, height, format, duration, size)
        + "bitrate=%d, hasBitrate=%b, persons=%s, player=%s, copyright=%s]"
            .formatted(bitrate, hasBitrate, persons, player, copyright);
  }

  /// Programs that play recordings.
  public enum Player {
    /// A Java applet.
    JAVA,
    /// A Flash player.
    FLASH
  }
}
