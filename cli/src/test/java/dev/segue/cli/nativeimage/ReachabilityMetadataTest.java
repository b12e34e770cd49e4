// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.nativeimage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The metadata for native images: it is well-formed, names only existing elements, and lists
/// exactly the foreign calls that the modules make.
class ReachabilityMetadataTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"segue-serializer", "segue-natives", "segue-compression", "segue-shm-transport"})
  void metadataNamesOnlyExistingElements(String artifact) throws Exception {
    Map<?, ?> metadata = metadata(artifact);
    assertTrue(Set.of("reflection", "resources", "foreign").containsAll(metadata.keySet()));
    for (Map<?, ?> entry : maps(metadata, "reflection")) {
      Class<?> type = type((String) entry.get("type"));
      for (Map<?, ?> field : maps(entry, "fields")) {
        assertNotNull(type.getDeclaredField((String) field.get("name")));
      }
      for (Map<?, ?> method : maps(entry, "methods")) {
        Class<?>[] parameters =
            strings(method, "parameterTypes").stream()
                .map(ReachabilityMetadataTest::type)
                .toArray(Class<?>[]::new);
        String name = (String) method.get("name");
        assertNotNull(
            name.equals("<init>")
                ? type.getDeclaredConstructor(parameters)
                : type.getDeclaredMethod(name, parameters));
      }
    }
    for (Map<?, ?> upcall : maps(foreign(metadata), "directUpcalls")) {
      String name = (String) upcall.get("method");
      assertTrue(
          Arrays.stream(type((String) upcall.get("class")).getDeclaredMethods())
              .anyMatch(method -> method.getName().equals(name)),
          name);
    }
  }

  @Test
  void metadataNamesTheNativeLibraries() throws IOException {
    assertEquals(List.of(), maps(metadata("segue-compression"), "resources"));
    List<Map<?, ?>> resources = maps(metadata("segue-natives"), "resources");
    assertEquals(List.of("segue-native/**"), resources.stream().map(r -> r.get("glob")).toList());
    assertNotNull(Codec.class.getResource("/segue-native"));
  }

  @ParameterizedTest
  @EnabledOnOs(OS.LINUX) // where every call is linked
  @CsvSource({
    "segue-serializer, dev.segue.serializer.Serializer",
    "segue-compression, dev.segue.compression.Codec",
    "segue-shm-transport, dev.segue.shm.Channel"
  })
  void listsTheForeignCalls(String artifact, Class<?> facade) throws Exception {
    assertTrue(Set.of(Serializer.class, Codec.class, Channel.class).contains(facade));
    ForeignCalls.DOWNCALLS.clear();
    ForeignCalls.UPCALLS.clear();
    RecordingLoader loader =
        new RecordingLoader(facade.getPackageName(), getClass().getClassLoader());
    loader.initializeAll(facade);
    if (facade == Codec.class) {
      // This call is linked only when a library cannot be opened.
      var whyNot =
          Class.forName("dev.segue.compression.internal.natives.DynamicLinker", true, loader)
              .getDeclaredMethod("whyNot", String.class);
      whyNot.setAccessible(true);
      assertNotNull(whyNot.invoke(null, "/there/is/none.so"));
    }
    Map<?, ?> foreign = foreign(metadata(artifact));
    SortedSet<String> downcalls = new TreeSet<>();
    maps(foreign, "downcalls").forEach(call -> downcalls.add(describe(call) + options(call)));
    assertEquals(String.join("\n", ForeignCalls.DOWNCALLS), String.join("\n", downcalls));
    assertEquals(
        ForeignCalls.UPCALLS,
        maps(foreign, "directUpcalls").stream()
            .map(ReachabilityMetadataTest::describe)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static Map<?, ?> metadata(String artifact) throws IOException {
    String name = "META-INF/native-image/dev.segue/" + artifact + "/reachability-metadata.json";
    try (InputStream file =
        ReachabilityMetadataTest.class.getClassLoader().getResourceAsStream(name)) {
      assertNotNull(file, name);
      return (Map<?, ?>) Json.parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Map<?, ?> foreign(Map<?, ?> metadata) {
    return metadata.get("foreign") instanceof Map<?, ?> foreign ? foreign : Map.of();
  }

  private static List<Map<?, ?>> maps(Map<?, ?> from, String name) {
    return from.get(name) instanceof List<?> list
        ? list.stream().<Map<?, ?>>map(element -> (Map<?, ?>) element).toList()
        : List.of();
  }

  private static List<String> strings(Map<?, ?> from, String name) {
    return from.get(name) instanceof List<?> list
        ? list.stream().map(String.class::cast).toList()
        : List.of();
  }

  private static Class<?> type(String name) {
    try {
      return switch (name) {
        case "boolean" -> boolean.class;
        case "byte" -> byte.class;
        case "int" -> int.class;
        case "long" -> long.class;
        case "byte[]" -> byte[].class;
        default -> Class.forName(name, false, ReachabilityMetadataTest.class.getClassLoader());
      };
    } catch (ClassNotFoundException e) {
      throw new AssertionError("the metadata names " + name, e);
    }
  }

  private static String describe(Map<?, ?> call) {
    return call.get("returnType") + "(" + String.join(", ", strings(call, "parameterTypes")) + ")";
  }

  private static String options(Map<?, ?> call) {
    StringBuilder options = new StringBuilder();
    if (call.get("options") instanceof Map<?, ?> given) {
      if (given.get("critical") instanceof Map<?, ?> critical) {
        boolean heap = Boolean.TRUE.equals(critical.get("allowHeapAccess"));
        options.append(heap ? " critical with heap" : " critical");
      }
      if (given.get("firstVariadicArg") instanceof Long first) {
        options.append(" variadic from ").append(first);
      }
      if (Boolean.TRUE.equals(given.get("captureCallState"))) {
        options.append(" captures");
      }
    }
    return options.toString();
  }
}
