// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SchemaChange;
import dev.segue.serializer.SchemaChange.Kind;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaText;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeSurrogate;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.testing.SchemaChangeCases;
import dev.segue.serializer.testing.SchemaChangeCases.Case;
import dev.segue.sources.MadeUpSource;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The list of changes between two versions of a class agrees with actual reads: objects of the old
/// version are written, and read with the new one. Reading a sample fails if and only if a change
/// is listed as `INCOMPATIBLE`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaChangesTest {

  private static final Pattern NEW_FIELD =
      Pattern.compile("is new: old payloads get (?:@DefaultValue\\(\")?(null|0|false|\\w+(?=\"))");

  /// A version of a case's classes, compiled.
  private record Version(Serializer serializer, Class<?> holder) {}

  private final Map<String, Version> older = new LinkedHashMap<>();
  private final Map<String, Version> newer = new LinkedHashMap<>();

  private static String prefix(int index) {
    return "made.up.Case" + index;
  }

  private static String source(int index, String classes, List<String> samples) {
    return """
    package made.up;
    import dev.segue.serializer.*;
    import java.util.*;
    public class Case%d {
      %s
      public static Object[] samples() { return new Object[] {%s}; }
    }
    """
        .formatted(index, classes.replace("P.", prefix(index) + "$"), String.join(", ", samples));
  }

  @BeforeAll
  void compile() {
    Map<String, String> oldTexts = new LinkedHashMap<>();
    Map<String, String> newTexts = new LinkedHashMap<>();
    List<Case> all = SchemaChangeCases.all().toList();
    for (int i = 0; i < all.size(); i++) {
      Case one = all.get(i);
      oldTexts.put(prefix(i), source(i, one.old(), one.samples()));
      newTexts.put(prefix(i), source(i, one.now(), List.of()));
    }
    MadeUpSource before = new MadeUpSource(oldTexts);
    MadeUpSource after = new MadeUpSource(newTexts);
    for (int i = 0; i < all.size(); i++) {
      older.put(all.get(i).name(), version(before.load(prefix(i))));
      newer.put(all.get(i).name(), version(after.load(prefix(i))));
    }
  }

  @AfterAll
  void forget() {
    older.clear();
    newer.clear();
  }

  private static Version version(Class<?> holder) {
    SerializerBuilder builder = Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
    for (Class<?> type : holder.getDeclaredClasses()) {
      if (!type.getSimpleName().startsWith("U")) {
        builder.register(type);
      }
    }
    for (Method method : holder.getDeclaredMethods()) {
      switch (Modifier.isPublic(method.getModifiers()) ? call(method) : null) {
        case TypeSurrogate<?, ?> surrogate -> builder.register(surrogate);
        case Class<?> more -> builder.register(more);
        case UnknownTypes unknown -> builder.unknownTypes(unknown);
        case null, default -> {} // the samples
      }
    }
    return new Version(builder.build(), holder);
  }

  private static Object call(Method method) {
    try {
      return method.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Object[] samples(Version version) {
    try {
      return (Object[]) call(version.holder.getMethod("samples"));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static String shown(SchemaChange change) {
    String name = change.className().replaceAll(".*[$]", "");
    return change.kind() + " " + (change.member().isEmpty() ? name : name + "." + change.member());
  }

  private static boolean isError(SchemaChange change) {
    boolean isField = change.description().contains("its values are skipped");
    return change.kind() == Kind.INCOMPATIBLE || (change.kind() == Kind.LOOKS_RENAMED && !isField);
  }

  @ParameterizedTest
  @MethodSource("dev.segue.serializer.testing.SchemaChangeCases#all")
  void listAgreesWithReading(Case one) {
    Version before = version(older, one);
    Version after = version(newer, one);
    List<SchemaChange> changes =
        SchemaText.of(after.serializer).changesSince(SchemaText.of(before.serializer));
    List<SerializationException> errors = new ArrayList<>();
    for (Object sample : samples(before)) {
      SerializationException error = read(before.serializer.toBytes(sample), after.serializer);
      if (error != null) {
        errors.add(error);
      }
    }
    assertEquals(
        one.expected(), changes.stream().map(SchemaChangesTest::shown).toList(), changes::toString);
    assertEquals(
        !errors.isEmpty(),
        changes.stream().anyMatch(SchemaChangesTest::isError),
        () -> changes + " / " + errors);
  }

  @ParameterizedTest
  @MethodSource("dev.segue.serializer.testing.SchemaChangeCases#withDefaults")
  void defaultOfANewFieldMatchesTheList(Case one) throws ReflectiveOperationException {
    Version before = version(older, one);
    Version after = version(newer, one);
    for (SchemaChange change :
        SchemaText.of(after.serializer).changesSince(SchemaText.of(before.serializer))) {
      Matcher listed = NEW_FIELD.matcher(change.description());
      if (listed.find()) {
        byte[] bytes = before.serializer.toBytes(samples(before)[0]);
        Object read = after.serializer.fromBytes(bytes, Object.class);
        Field field = read.getClass().getDeclaredField(change.member());
        field.setAccessible(true);
        assertEquals(listed.group(1), String.valueOf(field.get(read)), change::toString);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.segue.serializer.testing.SchemaChangeCases#all")
  void payloadGivesNoOtherErrors(Case one) {
    Version before = version(older, one);
    SchemaText after = SchemaText.of(version(newer, one).serializer);
    List<String> whole =
        after.changesSince(SchemaText.of(before.serializer)).stream()
            .map(SchemaChangesTest::shown)
            .toList();
    for (Object sample : samples(before)) {
      SchemaText written = SchemaText.ofPayload(before.serializer.toBytes(sample));
      assertEquals(written, SchemaText.parse(written.toString()));
      for (SchemaChange change : after.changesSince(written)) {
        assertTrue(whole.contains(shown(change)), change + " is not in " + whole);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.segue.serializer.testing.SchemaChangeCases#all")
  void textRoundTrips(Case one) {
    for (Version version : Arrays.asList(version(older, one), version(newer, one))) {
      SchemaText text = SchemaText.of(version.serializer);
      assertEquals(text, SchemaText.parse(text.toString()));
      assertEquals(List.of(), text.changesSince(text));
    }
  }

  private static Version version(Map<String, Version> versions, Case one) {
    Version version = versions.get(one.name());
    assertTrue(version != null, one.name());
    return version;
  }

  private static @Nullable SerializationException read(byte[] bytes, Serializer reader) {
    try {
      reader.fromBytesOrNull(bytes, Object.class);
      return null;
    } catch (SerializationException e) {
      return e;
    }
  }
}
