// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.everyday.Document;
import dev.segue.benchmark.everyday.Product;
import dev.segue.workload.Image;
import dev.segue.workload.Media;
import dev.segue.workload.MediaContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/// The values of caches, by their names in the benchmark tables.
public enum CachedObject {
  /// A [Product] with about 200 bytes of text.
  PRODUCT,

  /// A [MediaContent]: objects, enums, lists and strings.
  MEDIA_CONTENT,

  /// A [Document] of untyped maps and lists, equivalent to 50 KB of JSON.
  LONG_DOCUMENT;

  /// The packages of the classes.
  static final List<String> PACKAGES =
      List.of(Product.class.getPackageName(), MediaContent.class.getPackageName());

  private static final long SEED = 37;
  private static final int EVENTS = 300;

  private static final long SAMPLES_SEED = 4; // different values than the stored ones
  private static final int SMALL_SAMPLES = 2_000;
  private static final int LONG_SAMPLES = 20;

  /// Creates the object.
  ///
  /// @return a new object, equal to any other that this method returns
  public Object create() {
    return switch (this) {
      case PRODUCT -> Product.random(new Random(SEED), 0);
      case MEDIA_CONTENT -> MediaContent.populated(false);
      case LONG_DOCUMENT -> Document.populated(EVENTS);
    };
  }

  /// Creates objects of the same class with other content, like other values of a cache, to train a
  /// dictionary.
  List<Object> samples() {
    var random = new Random(SAMPLES_SEED);
    int count = this == LONG_DOCUMENT ? LONG_SAMPLES : SMALL_SAMPLES;
    return IntStream.range(0, count).mapToObj(number -> sample(random, number)).toList();
  }

  private Object sample(Random random, int number) {
    return switch (this) {
      case PRODUCT -> Product.random(random, 1 + number);
      case MEDIA_CONTENT -> otherMedia(random, number);
      case LONG_DOCUMENT -> Document.random(random, EVENTS);
    };
  }

  /// Returns the object with other addresses, titles, people and numbers.
  private static MediaContent otherMedia(Random random, int number) {
    MediaContent content = MediaContent.populated(false);
    String address = "http://site%d.org/talk_%x".formatted(random.nextInt(1000), number);
    Media media = Objects.requireNonNull(content.media);
    media.uri = address + ".mpg";
    media.title = "Talk " + number;
    media.duration = random.nextInt(1 << 25);
    media.size = random.nextInt(1 << 28);
    media.persons = new ArrayList<>(List.of("Person " + number, "Guest " + random.nextInt(1000)));
    for (Image image : Objects.requireNonNull(content.images)) {
      image.uri = address + "_" + image.size + ".jpg";
      image.title = image.title == null ? null : "Talk " + number;
      image.width = random.nextInt(200, 40_000);
      image.height = random.nextInt(200, 30_000);
    }
    return content;
  }

  /// Returns the class of the object.
  Class<?> type() {
    return switch (this) {
      case PRODUCT -> Product.class;
      case MEDIA_CONTENT -> MediaContent.class;
      case LONG_DOCUMENT -> Document.class;
    };
  }
}
