// SPDX-License-Identifier: Apache-2.0
package dev.segue.micrometer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.fixtures.TestFiles;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Name;
import org.junit.jupiter.api.Test;

/// The names of events and meters match `names.txt`, because dashboards depend on them
/// (`docs/stability.md`). `-Dsegue.names.write=true` writes the file.
class NamesTest {

  private static final Path FILE = Path.of("names.txt");

  @Test
  void eventsAndMetersKeepTheirPublishedNames() throws Exception {
    List<String> lines = new ArrayList<>();
    for (Class<?> facade : List.of(Serializer.class, Codec.class, Channel.class)) {
      lines.addAll(events(facade));
    }
    lines.addAll(meters());
    if (Boolean.getBoolean("segue.names.write")) {
      Files.write(FILE, lines, UTF_8);
    }
    assertEquals(
        Files.readString(FILE, UTF_8),
        lines.stream().map(line -> line + "\n").collect(Collectors.joining()),
        "see docs/stability.md before you change names.txt");
  }

  /// The events of a module, whose classes are all in one package.
  private static SortedSet<String> events(Class<?> facade) throws Exception {
    String folder = facade.getPackageName().replace('.', '/') + "/internal/events/";
    SortedSet<String> events = new TreeSet<>();
    for (String file : files(facade, folder)) {
      String type = (folder + file).replace('/', '.').replaceFirst("\\.class$", "");
      Class<?> loaded = Class.forName(type, true, facade.getClassLoader());
      if (loaded.isAnnotationPresent(Name.class)) {
        events.add(event(loaded.asSubclass(Event.class)));
      }
    }
    assertTrue(!events.isEmpty(), folder);
    return events;
  }

  private static List<String> files(Class<?> facade, String folder) throws Exception {
    URI place =
        Objects.requireNonNull(facade.getResource("/" + folder + "package-info.class")).toURI();
    if (place.getScheme().equals("file")) {
      return list(Objects.requireNonNull(Path.of(place).getParent()));
    }
    try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
      return list(jar.getPath(folder));
    }
  }

  private static List<String> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class"))
          .toList();
    }
  }

  private static String event(Class<? extends Event> type) {
    EventType event = EventType.getEventType(type);
    String fields =
        event.getFields().stream()
            .filter(field ->
                !List.of("startTime", "duration", "eventThread", "stackTrace")
                    .contains(field.getName()))
            .map(field -> field.getName() + " " + field.getTypeName())
            .collect(Collectors.joining(", "));
    Enabled enabled = type.getAnnotation(Enabled.class);
    boolean on = enabled == null || enabled.value();
    return "event %s%s: %s".formatted(event.getName(), on ? "" : ", off by default", fields);
  }

  private static SortedSet<String> meters() {
    Path path = Channel.defaultPath(TestFiles.name());
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    SortedSet<String> meters = new TreeSet<>();
    try (Channel channel = Channel.create(path);
        ChannelMetrics metrics = new ChannelMetrics(channel);
        Publisher _ = channel.addPublisher();
        Subscriber _ = channel.addSubscriber()) {
      metrics.bindTo(registry);
      new CompressionMetrics().bindTo(registry);
      registry.get("segue.channel.lanes").gauge().value();
      for (Meter meter : registry.getMeters()) {
        Meter.Id id = meter.getId();
        List<String> tags = id.getTags().stream().map(Tag::getKey).toList();
        meters.add(
            "meter %s: %s of %s, tags %s"
                .formatted(id.getName(), id.getType(), id.getBaseUnit(), tags));
      }
    } finally {
      registry.close();
      Channel.unlink(path);
    }
    return meters;
  }
}
