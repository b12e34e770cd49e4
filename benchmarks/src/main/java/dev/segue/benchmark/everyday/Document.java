// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Events, twenty unless stated otherwise, as a JSON parser creates them: maps and lists without
/// declared element types.
@SuppressWarnings("NullAway.Init") // set when an object is created or read
public final class Document implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  private static final int EVENTS = 20;
  private static final long SEED = 31;

  /// The content.
  @SuppressWarnings("serial") // a LinkedHashMap
  public Map<String, Object> content;

  /// Creates an empty object.
  public Document() {}

  /// Creates the object that the benchmarks use.
  ///
  /// @return a new document, equal to any other that this method returns
  static Document populated() {
    return populated(EVENTS);
  }

  /// Creates a document with any number of events.
  ///
  /// @return a new document, equal to any other with as many events
  public static Document populated(int count) {
    return random(new Random(SEED), count);
  }

  /// Generates a document with any number of events.
  public static Document random(Random random, int count) {
    var document = new Document();
    List<Object> events = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      events.add(event(random, number));
    }
    document.content = new LinkedHashMap<>();
    document.content.put("source", "sensors/north");
    document.content.put("version", 3);
    document.content.put("events", events);
    return document;
  }

  private static Map<String, Object> event(Random random, int number) {
    Map<String, Object> position = new LinkedHashMap<>();
    position.put("latitude", random.nextDouble() * 90);
    position.put("longitude", random.nextDouble() * 180);
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("id", 1_700_000_000_000L + number);
    event.put("kind", random.nextBoolean() ? "reading" : "alarm");
    event.put("value", random.nextInt(1000));
    event.put("confirmed", random.nextBoolean());
    event.put("position", position);
    event.put("tags", new ArrayList<Object>(List.of("t" + random.nextInt(10), random.nextInt(10))));
    return event;
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof Document other && Objects.equals(content, other.content);
  }

  @Override
  public int hashCode() {
    return Objects.hashCode(content);
  }
}
