// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Schemas as text, and as files that a test compares with.
@SuppressWarnings({"ArrayRecordComponent", "NullAway", "UnusedNestedClass"})
class SchemaTextTest {

  enum State {
    PAID,
    @Alias("FRESH")
    NEW
  }

  interface Priced {}

  static class Document<T> {
    long number;
    T content;
  }

  static final class Order extends Document<Map<String, int[]>> implements Priced {
    List<? extends Item> items;

    @Alias({"status", "a\"b\u2028"})
    @DefaultValue("NEW")
    State state;
  }

  @Alias("shop.Item")
  record Item(String name, byte[][] codes) implements Comparable<Item> {

    @Override
    public int compareTo(Item other) {
      return name.compareTo(other.name);
    }
  }

  private static final String TEXT =
      """
      segue-schema 1

      record dev.segue.serializer.SchemaTextTest$Item : Comparable<dev.segue.serializer.SchemaTextTest$Item> @Alias("shop.Item")
        byte[][] codes
        String name

      class dev.segue.serializer.SchemaTextTest$Order : dev.segue.serializer.SchemaTextTest$Document<Map<String, int[]>>, dev.segue.serializer.SchemaTextTest$Priced
        Map<String, int[]> content in dev.segue.serializer.SchemaTextTest$Document
        List<dev.segue.serializer.SchemaTextTest$Item> items
        long number in dev.segue.serializer.SchemaTextTest$Document
        dev.segue.serializer.SchemaTextTest$State state @Alias("status", "a\\"b\\u2028") @DefaultValue("NEW")

      declared-enum dev.segue.serializer.SchemaTextTest$State
        NEW @Alias("FRESH")
        PAID
      """;

  @TempDir private Path folder = Path.of("");

  private static SerializerBuilder compatible(Class<?>... types) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(types);
  }

  private static SchemaText text(Class<?>... types) {
    return SchemaText.of(compatible(types).build());
  }

  @Test
  void hasALineForEachClassFieldAndConstant() {
    assertEquals(TEXT, text(Order.class, Item.class).toString());
  }

  @Test
  void doesNotDependOnTheOrderOfRegistration() {
    assertEquals(text(Order.class, Item.class), text(Item.class, Order.class));
  }

  @Test
  void commentsEmptyLinesAndTheOrderOfLinesDoNotMatter() {
    String other =
        """
        # a comment
        segue-schema 1 # and another
        enum State
        \tB # the second
          A @Alias("#1")

        record Shop
          int a
        """;
    SchemaText parsed = SchemaText.parse(other);
    assertEquals(parsed, SchemaText.parse(parsed.toString()));
    assertTrue(parsed.toString().contains("  A @Alias(\"#1\")\n  B\n"), parsed.toString());
  }

  @Test
  void namesWithOtherCharactersAreQuoted() {
    String strange =
        """
        segue-schema 1

        record .List

        record "a b.C#-<>"
          "a b.C#-<>" "\\"\\\\\\ud800"
          .List "in list"
        """;
    assertEquals(strange, SchemaText.parse(strange).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``                                            | line 1 | segue-schema expected",
        "nonsense                                      | line 1 | no schema",
        "segue-schema 2                                | line 1 | unknown version",
        "segue-schema 1;  int a                        | line 2 | a line of a class",
        "segue-schema 1;shape A                        | line 2 | unknown word shape",
        "segue-schema 1;record A;;  int                | line 4 | a name expected",
        "segue-schema 1;record A;  int a b             | line 3 | unexpected text: b",
        "segue-schema 1;record A;  int a;  long a      | line 4 | a second a of A",
        "segue-schema 1;record A;record A              | line 3 | a second class A",
        "segue-schema 1;record A;  List<int a          | line 3 | '>' expected",
        "segue-schema 1;record A;  int \"a             | line 3 | without a closing quote",
        "segue-schema 1;record A;  int \"\\q\"         | line 3 | invalid escape",
        "segue-schema 1;record A;  int \"\\uzzzz\"     | line 3 | invalid escape",
        "segue-schema 1;record A @Nullable(\"a\")      | line 2 | unknown annotation Nullable",
        "segue-schema 1;record A[]                     | line 2 | name of a class expected",
        "segue-schema 1 unknown MAYBE                  | line 1 | MAYBE is none of",
        "segue-schema 1;record A : B<C                 | line 2 | '>' expected"
      })
  void damageIsReportedWithTheLine(String lines, String line, String what) throws IOException {
    Path file = Files.writeString(folder.resolve("damaged"), lines.replace(';', '\n'));
    SerializationException e =
        assertThrows(SerializationException.class, () -> SchemaText.read(file));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
    assertTrue(e.getMessage().startsWith(file + ": " + line + " "), e.getMessage());
    assertTrue(e.getMessage().contains(what), e.getMessage());
  }

  @Test
  void anyTextIsAComparableSchemaOrAnError() {
    SchemaText today = text(Order.class, Item.class, State.class);
    String[] parts = TEXT.split("(?<=\\s)|(?=[<>,\\[\\]@\"])");
    Random random = new Random(5);
    int parsed = 0;
    for (int i = 0; i < 2_000; i++) {
      String[] mutated = parts.clone();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        mutated[random.nextInt(parts.length)] = parts[random.nextInt(parts.length)];
      }
      try {
        SchemaText text = SchemaText.parse(String.join("", mutated));
        assertEquals(text, SchemaText.parse(text.toString()));
        assertFalse(today.changesSince(text).contains(null));
        parsed++;
      } catch (SerializationException e) {
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
      }
    }
    assertTrue(parsed > 0);
  }

  @Test
  void deepTypesAreRefused() {
    for (String type : List.of("List<".repeat(40_000), "int" + "[]".repeat(40_000))) {
      String text = "segue-schema 1\nrecord A\n  " + type;
      assertThrows(SerializationException.class, () -> SchemaText.parse(text));
    }
  }

  @Test
  void missingJdkNamesAreNoErrors() {
    String[] names = {"java.lang.Missing", "\"java.a/b\"", "\"java.[I\"", "\"java.\""};
    for (String name : names) {
      SchemaText old = SchemaText.parse("segue-schema 1\nrecord A\n  %s a".formatted(name));
      SchemaText now = SchemaText.parse("segue-schema 1\nrecord A\n  int a");
      assertEquals(1, now.changesSince(old).size(), name);
      assertEquals(1, old.changesSince(now).size(), name);
    }
  }

  @Test
  void loadsNoClassOfAText() {
    SchemaText old = SchemaText.parse("segue-schema 1\nrecord A\n  " + Loaded.NAME + " a");
    assertEquals(2, text(Item.class).changesSince(old).size());
    assertFalse(Loaded.isLoaded);
  }

  /// Records when its nested class is initialized.
  private static final class Loaded {
    static final String NAME = "dev.segue.serializer.SchemaTextTest$Loaded$Trap";
    static boolean isLoaded;

    static final class Trap {
      static {
        isLoaded = true;
      }
    }
  }

  @Test
  void firstRunWritesTheFileAndLaterOnesCompare() throws IOException {
    Path file = folder.resolve("new/orders.schema");
    SchemaText text = text(Item.class);
    text.assertUnchanged(file);
    String written = Files.readString(file);
    assertTrue(written.startsWith("# "), written);
    assertEquals(text, SchemaText.read(file));
    text.assertUnchanged(file);
    assertEquals(written, Files.readString(file));
  }

  @Test
  void changesFailUntilTheyAreAccepted() throws IOException {
    Path file = folder.resolve("orders.schema");
    String old = text(Item.class).toString().replace("String name", "String title");
    Files.writeString(file, old);
    AssertionError e =
        assertThrows(AssertionError.class, () -> text(Item.class).assertUnchanged(file));
    assertEquals(
        """
        1 change since %s was written:
          LOOKS_RENAMED dev.segue.serializer.SchemaTextTest$Item.title: String title is gone and \
        name is new; if it was renamed, add @Alias("title") to name; otherwise its values are \
        skipped, and name is null
        To accept the list, delete the file and run this again, or call write(...) once.\
        """
            .formatted(file),
        e.getMessage());
    assertEquals(old, Files.readString(file));
    text(Item.class).write(file);
    text(Item.class).assertUnchanged(file);
  }

  @Test
  void consistentModeHasNoSchemaText() {
    Serializer serializer = Serializer.builder().register(Item.class).build();
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> SchemaText.of(serializer));
    assertTrue(e.getMessage().contains("schemaMode(COMPATIBLE)"), e.getMessage());
  }

  @Test
  void payloadWithoutASchemaIsRefused() {
    Serializer consistent = Serializer.builder().register(Item.class).build();
    Serializer registered =
        compatible(Item.class).schemaRegistry(SchemaRegistry.inMemory()).build();
    Item item = new Item("a", new byte[0][]);
    Stream.of(
            new byte[0],
            new byte[3],
            new byte[40],
            "segue-schema 1".getBytes(StandardCharsets.UTF_8),
            consistent.toBytes(item),
            registered.toBytes(item))
        .forEach(bytes -> {
          SerializationException e =
              assertThrows(SerializationException.class, () -> SchemaText.ofPayload(bytes));
          assertEquals(Kind.MALFORMED_INPUT, e.kind());
        });
  }

  @Test
  void payloadIsComparedByItsSchema() {
    byte[] payload = compatible(Item.class).build().toBytes(new Item("a", new byte[0][]));
    SchemaText written = SchemaText.ofPayload(payload);
    assertEquals(List.of(), text(Item.class).changesSince(written));
    assertEquals(
        List.of(SchemaChange.Kind.INCOMPATIBLE),
        text(State.class).changesSince(written).stream().map(SchemaChange::kind).toList());
  }
}
