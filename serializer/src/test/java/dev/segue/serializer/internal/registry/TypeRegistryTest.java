// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.BuiltIns;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.jdk.JdkTypes;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TypeRegistryTest {

  /// The first thread that needs these types may be deep in a graph, with little stack left.
  @Test
  void findsJdkTypesAfterAFailureToAddThem() {
    FailsAtFirst types = new FailsAtFirst();
    TypeRegistry registry = StandardTypes.registry(Options.DEFAULTS, new Shapes(Set.of()), types);
    assertThrows(StackOverflowError.class, () -> registry.entry(UUID.class));
    assertThrows(StackOverflowError.class, () -> registry.entry(UUID.class));
    assertNotNull(registry.entry(UUID.class));
    assertThrows(StackOverflowError.class, () -> registry.entry(Locale.class));
    assertThrows(StackOverflowError.class, () -> registry.entryOf(Path.of("p")));
    assertNotNull(registry.entryOf(Path.of("p")));
    assertNotNull(registry.entry(TreeMap.class));
    assertEquals(6, types.calls);
  }

  /// Fails before and after adding each part.
  private static final class FailsAtFirst implements TypesOnDemand {

    private int calls;

    @Override
    public void addFrequent(TypeRegistry registry) {
      add(() -> JdkTypes.addFrequent(registry));
    }

    @Override
    public void addOthers(TypeRegistry registry) {
      add(() -> JdkTypes.addOthers(registry));
    }

    private void add(Runnable types) {
      int call = calls++ % 3;
      if (call == 0) {
        throw new StackOverflowError();
      }
      types.run();
      if (call == 1) {
        throw new StackOverflowError();
      }
    }
  }

  /// A class whose initialization fails, for example deep in a graph, can never be used again.
  @Test
  void addsNoTypesWithLittleStackLeft() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    TypeRegistry registry = registry(_ -> calls.incrementAndGet());
    Descent descent = new Descent(registry);
    Thread deep =
        new Thread(
            null,
            () -> assertThrows(StackOverflowError.class, () -> descent.go(0)),
            "deep",
            1 << 20);
    deep.start();
    deep.join();
    assertEquals(0, calls.get());
    assertNull(registry.entry(UUID.class));
    assertEquals(1, calls.get());
  }

  /// Exhausts the stack, and looks up a type wherever some more stack is left.
  private static final class Descent {

    private static final int LOOKUPS = 100;

    private final TypeRegistry registry;
    private int lookups;

    Descent(TypeRegistry registry) {
      this.registry = registry;
    }

    int go(int depth) {
      try {
        return depth == Integer.MAX_VALUE ? depth : 1 + go(depth + 1);
      } finally {
        if (lookups < LOOKUPS) {
          lookups++;
          assertThrows(StackOverflowError.class, () -> registry.entry(UUID.class));
        }
      }
    }
  }

  @Test
  void findsJdkTypesWhileClassesAreAdded() {
    TypeRegistry registry = standard();
    registry.grow(
        () -> {
          registry.add(First.class, TypeRegistry.FIRST_USER_ID, 1, BuiltIns.Text::new);
          assertNotNull(registry.entry(UUID.class));
          registry.add(Second.class, TypeRegistry.FIRST_USER_ID + 1, 1, BuiltIns.Text::new);
          assertNotNull(registry.entryOf(Path.of("p")));
          assertNull(registry.entry(First.class));
        },
        () -> {});
    for (Class<?> type : List.of(First.class, Second.class, UUID.class, Locale.class)) {
      TypeEntry entry = registry.entry(type);
      assertNotNull(entry, type.getName());
      assertSame(entry, registry.entry(entry.id()));
    }
    assertNotNull(registry.entryOf(Path.of("p")));
  }

  @Test
  void keepsJdkTypesThatWereAddedBeforeAFailure() {
    TypeRegistry registry = standard();
    AtomicReference<@Nullable TypeEntry> found = new AtomicReference<>();
    assertThrows(
        StackOverflowError.class,
        () ->
            registry.grow(
                () -> {
                  registry.add(First.class, TypeRegistry.FIRST_USER_ID, 1, BuiltIns.Text::new);
                  found.set(registry.entry(UUID.class));
                  throw new StackOverflowError();
                },
                () -> {}));
    assertNotNull(found.get());
    assertSame(found.get(), registry.entry(UUID.class));
    assertNull(registry.entry(First.class));
    assertNotNull(registry.entryOf(Path.of("p")));
  }

  private record First() {}

  private record Second() {}

  @Test
  void rejectsATypeNumberThatIsUsedTwice() {
    TypeRegistry registry =
        registry(types -> {
          types.addJdk(64, UUID.class, new BuiltIns.Text());
          types.addJdk(64, URI.class, new BuiltIns.Text());
        });
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> registry.entry(UUID.class));
    assertEquals(
        "type number 64 is used twice, for java.util.UUID and for java.net.URI",
        error.getMessage());
  }

  @Test
  void rejectsATypeNumberOfAStandardType() {
    TypeRegistry registry =
        registry(types -> types.addJdk(TypeNumbers.ARRAY, UUID.class, new BuiltIns.Text()));
    IllegalStateException error =
        assertThrows(IllegalStateException.class, () -> registry.entry(UUID.class));
    assertEquals(
        "type number 48 is used twice, for java.lang.Object[] and for java.util.UUID",
        error.getMessage());
  }

  @Test
  void typeNumbersMatchTheFormatDocument() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "format.md"));
    Set<Integer> documented = new TreeSet<>();
    page.substring(page.indexOf("### Types of the JDK"), page.indexOf("Natural order as"))
        .lines()
        .forEach(line -> documented.addAll(numbers(line)));
    TypeRegistry registry = standard();
    Set<Integer> known = new TreeSet<>();
    known.add(TypeNumbers.UNKNOWN_VALUE);
    for (int number = 1; number < TypeNumbers.LIMIT; number++) {
      if (registry.entry(number) != null) {
        known.add(number);
      }
    }
    assertEquals(documented, known);
  }

  /// The type numbers of a row that begins with `| 64 |`, `| 65†, 66† |` or `| 103 to 106, 109 |`.
  private static List<Integer> numbers(String row) {
    if (!row.startsWith("| ")) {
      return List.of();
    }
    return Pattern.compile("(\\d+)†?(?: to (\\d+))?")
        .matcher(row.substring(2, row.indexOf(" |", 2)))
        .results()
        .flatMap(match -> IntStream.rangeClosed(first(match), last(match)).boxed())
        .toList();
  }

  private static int first(MatchResult match) {
    return Integer.parseInt(match.group(1));
  }

  private static int last(MatchResult match) {
    return match.group(2) == null ? first(match) : Integer.parseInt(match.group(2));
  }

  @Test
  void scalarNumbersMatchTheirCodecs() {
    TypeRegistry registry = standard();
    Map<Integer, Class<?>> numbers =
        Map.of(
            TypeNumbers.STRING, String.class,
            TypeNumbers.BOOLEAN, Boolean.class,
            TypeNumbers.INTEGER, Integer.class,
            TypeNumbers.LONG, Long.class,
            TypeNumbers.DOUBLE, Double.class);
    numbers.forEach((number, type) -> {
      TypeEntry entry = registry.entry(type);
      assertNotNull(entry);
      assertEquals(number, entry.reference(), type.getName());
    });
  }

  private static final int RACES = 5_000;

  /// A thread that has read the table before another one replaced it also searches the new table.
  @Test
  @Timeout(600)
  void findsJdkTypesWhileAnotherThreadAddsThem() throws Exception {
    AtomicReference<TypeRegistry> current = new AtomicReference<>();
    AtomicInteger unknown = new AtomicInteger();
    Phaser turns = new Phaser(2);
    Thread other =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < RACES; i++) {
                turns.arriveAndAwaitAdvance();
                unknown.addAndGet(missing(current.get()));
                turns.arriveAndAwaitAdvance();
              }
            });
    for (int i = 0; i < RACES; i++) {
      TypeRegistry registry =
          registry(
              types -> types.addJdk(64, UUID.class, new BuiltIns.Text()),
              types -> types.addJdk(65, URI.class, new BuiltIns.Text()));
      current.set(registry);
      turns.arriveAndAwaitAdvance();
      unknown.addAndGet(missing(registry));
      turns.arriveAndAwaitAdvance();
    }
    other.join();
    assertEquals(0, unknown.get());
  }

  /// A class of an application does not wait for the JDK types.
  @Test
  @Timeout(600)
  void findsNoOtherClassesWhileAnotherThreadAddsFamilies() throws Exception {
    try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
      for (int i = 0; i < RACES; i++) {
        CountDownLatch added = new CountDownLatch(1);
        TypeRegistry registry = registry(TypeRegistryTest::addFamilies);
        Future<?> searches =
            executor.submit(() -> {
              while (added.getCount() > 0) {
                assertNull(registry.entryOfKnown(First.class));
              }
            });
        assertNotNull(registry.entry(64));
        added.countDown();
        searches.get();
      }
    }
  }

  private static void addFamilies(TypeRegistry registry) {
    for (int number = 64; number < 96; number++) {
      registry.addJdkFamily(number, Path.class, new BuiltIns.Text());
    }
  }

  private static int missing(TypeRegistry registry) {
    return (registry.entry(UUID.class) == null ? 1 : 0)
        + (registry.entry(65) == null ? 1 : 0)
        + (registry.entry(URI.class) == null ? 1 : 0);
  }

  private static TypeRegistry standard() {
    return registry(JdkTypes::addFrequent, JdkTypes::addOthers);
  }

  private static TypeRegistry registry(TypesOnDemand others) {
    return StandardTypes.registry(Options.DEFAULTS, new Shapes(Set.of()), others);
  }

  private static TypeRegistry registry(
      Consumer<TypeRegistry> frequent, Consumer<TypeRegistry> others) {
    return StandardTypes.registry(
        Options.DEFAULTS,
        new Shapes(Set.of()),
        new TypesOnDemand() {
          @Override
          public void addFrequent(TypeRegistry registry) {
            frequent.accept(registry);
          }

          @Override
          public void addOthers(TypeRegistry registry) {
            others.accept(registry);
          }
        });
  }
}
