// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.sources.MadeUpSource;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kind of class follows the same rules of evolution. Each version of the classes is compiled
/// from separate source text, so that all versions have the same names.
class EvolvedKindsTest {

  /// The format of a class's objects, and its JDK superclass.
  enum Form {
    BEAN("Object", ""),
    FINAL_BEAN("Object", ""),
    RECORD("Record", ""),
    THROWABLE("RuntimeException", ""),
    FINAL_THROWABLE("Exception", ""),
    LIST("java.util.ArrayList<Object>", ""),
    MAP("java.util.TreeMap<Object, Object>", ""),
    ABSTRACT_LIST(
        "java.util.AbstractList<Object>",
        "public Object get(int i) { return null; } public int size() { return 0; }"),
    NUMBER(
        "Number",
        "public int intValue() { return 0; } public long longValue() { return 0; }"
            + " public float floatValue() { return 0; } public double doubleValue() { return 0; }"),
    RESOLVED("Object", "private Object readResolve() { return this; }"),
    RESOLVED_LIST("java.util.ArrayList<Object>", "Object readResolve() { return this; }"),
    RESOLVED_THROWABLE("Exception", "Object readResolve() { return this; }"),
    EXTERNAL(
        "Object",
        """
        public void writeExternal(java.io.ObjectOutput out) throws java.io.IOException {
          out.writeInt(code);
          out.writeUTF(text);
          out.writeLong(number);
        }
        public void readExternal(java.io.ObjectInput in) throws java.io.IOException {
          code = in.readInt();
          text = in.readUTF();
          number = in.readLong();
        }
        """);

    final String superclass;
    final String body;

    Form(String superclass, String body) {
      this.superclass = superclass;
      this.body = body;
    }

    boolean isFinal() {
      return this == FINAL_BEAN || this == FINAL_THROWABLE;
    }

    /// The base class declares `code`, the class itself `text` and `number`.
    String source(Change change) {
      if (this == RECORD) {
        return "%s public record %s(int code, %s) {}%n"
            .formatted(change.annotation(this), name(change), String.join(", ", own(change)));
      }
      String base = this + (change == Change.SUPERCLASS_RENAMED ? "_NEW" : "") + "_BASE";
      StringBuilder source = new StringBuilder();
      String above = superclass;
      if (change != Change.SUPERCLASS_REMOVED) {
        source.append(type("", base, above, List.of("int code"), List.of(), ""));
        above = base;
      }
      List<String> inherited =
          change == Change.SUPERCLASS_REMOVED ? List.of() : List.of("int code");
      if (change == Change.SUPERCLASS_BETWEEN) {
        source.append(type("", this + "_MIDDLE", above, List.of("long number"), inherited, ""));
        above = this + "_MIDDLE";
        inherited = List.of("int code", "long number");
      }
      return source
          .append(type(change.annotation(this), name(change), above, own(change), inherited, body))
          .toString();
    }

    private String type(
        String annotation,
        String name,
        String above,
        List<String> own,
        List<String> inherited,
        String body) {
      String fields =
          own.stream()
              .map(field -> field.replaceFirst("(\\w+ \\w+)$", (isFinal() ? "final " : "") + "$1"))
              .map(field -> field.replaceFirst("^((@\\S+ )?)", "$1public ") + ";\n")
              .collect(Collectors.joining());
      String create = isFinal() ? constructor(name, own, inherited) : "";
      return "%s public static class %s extends %s%s { %s %s %s }%n"
          .formatted(
              annotation,
              name,
              above,
              this == EXTERNAL ? " implements java.io.Externalizable" : "",
              fields,
              create,
              this == EXTERNAL && body.isEmpty()
                  ? "public void writeExternal(java.io.ObjectOutput out)"
                      + " throws java.io.IOException {}"
                      + " public void readExternal(java.io.ObjectInput in)"
                      + " throws java.io.IOException {}"
                  : this == ABSTRACT_LIST || this == NUMBER ? this.body : body);
    }

    private static String constructor(String name, List<String> own, List<String> inherited) {
      List<String> all = Stream.concat(inherited.stream(), own.stream()).map(Form::plain).toList();
      return "public %s(%s) { super(%s); %s }"
          .formatted(
              name,
              String.join(", ", all),
              inherited.stream().map(Form::nameOf).collect(Collectors.joining(", ")),
              own.stream()
                  .map(field -> "this.%1$s = %1$s;".formatted(nameOf(field)))
                  .collect(Collectors.joining()));
    }

    private static String plain(String field) {
      return field.replaceFirst("^@\\S+ ", "");
    }

    private static String nameOf(String field) {
      return field.substring(field.lastIndexOf(' ') + 1);
    }

    private static List<String> own(Change change) {
      return switch (change) {
        case NONE, CLASS_RENAMED, SUPERCLASS_RENAMED -> List.of("String text", "long number");
        case SUPERCLASS_BETWEEN -> List.of("String text");
        case SUPERCLASS_REMOVED -> List.of("int code", "String text", "long number");
        case FIELD_ADDED -> List.of("String text", "long number", "@DefaultValue(\"7\") int added");
        case FIELD_REMOVED -> List.of("String text");
        case FIELD_RENAMED -> List.of("@Alias(\"text\") String label", "long number");
        case FIELD_WIDENED -> List.of("String text", "Object number");
      };
    }

    String name(Change change) {
      return this + (change == Change.CLASS_RENAMED ? "_NOW" : "");
    }

    boolean allows(Change change) {
      return switch (change) {
        case NONE, CLASS_RENAMED -> true;
        case SUPERCLASS_BETWEEN, SUPERCLASS_REMOVED, SUPERCLASS_RENAMED -> this != RECORD;
        case FIELD_ADDED, FIELD_REMOVED, FIELD_RENAMED, FIELD_WIDENED -> this != EXTERNAL;
      };
    }
  }

  enum Change {
    NONE,
    CLASS_RENAMED,
    SUPERCLASS_BETWEEN,
    SUPERCLASS_REMOVED,
    SUPERCLASS_RENAMED,
    FIELD_ADDED,
    FIELD_REMOVED,
    FIELD_RENAMED,
    FIELD_WIDENED;

    String annotation(Form form) {
      return this == CLASS_RENAMED ? "@Alias(\"made.up.Made$%s\")".formatted(form) : "";
    }

    /// The values of the fields after reading.
    Map<String, Object> expected() {
      Map<String, Object> values = new HashMap<>(Map.of("code", 1, "text", "x", "number", 5L));
      switch (this) {
        case FIELD_ADDED -> values.put("added", 7);
        case FIELD_REMOVED -> values.remove("number");
        case FIELD_RENAMED -> values.put("label", values.remove("text"));
        default -> {}
      }
      return values;
    }
  }

  /// Compiled when they are first used.
  private static final Map<Change, MadeUpSource> VERSIONS = new EnumMap<>(Change.class);

  private static Class<?> type(Form form, Change change) {
    MadeUpSource version =
        VERSIONS.computeIfAbsent(
            change,
            _ -> {
              String classes =
                  Arrays.stream(Form.values())
                      .filter(one -> one.allows(change))
                      .map(one -> one.source(change))
                      .collect(Collectors.joining());
              return new MadeUpSource(
                  "made.up.Made",
                  "package made.up; import dev.segue.serializer.*;\npublic class Made {\n%s}"
                      .formatted(classes));
            });
    return version.load("made.up.Made$" + form.name(change));
  }

  private static Object written(Form form) throws ReflectiveOperationException {
    Class<?> type = type(form, Change.NONE);
    if (form == Form.RECORD || form.isFinal()) {
      Constructor<?> constructor = type.getConstructors()[0];
      return constructor.newInstance(1, "x", 5L);
    }
    Object object = type.getConstructor().newInstance();
    for (Map.Entry<String, Object> value : Change.NONE.expected().entrySet()) {
      type.getField(value.getKey()).set(object, value.getValue());
    }
    fill(object);
    return object;
  }

  @SuppressWarnings("unchecked")
  private static void fill(Object object) {
    if (object instanceof Map<?, ?> map) {
      ((Map<Object, Object>) map).put("key", "value");
    } else if (object instanceof ArrayList<?> list) {
      ((Collection<Object>) list).add("element");
    }
  }

  private static void assertContents(Object read) {
    if (read instanceof Map<?, ?> map) {
      assertEquals(Map.of("key", "value"), map);
    } else if (read instanceof ArrayList<?> list) {
      assertEquals(List.of("element"), list);
    }
  }

  private static Map<String, Object> valuesOf(Object read) throws IllegalAccessException {
    Map<String, Object> values = new HashMap<>();
    for (Class<?> c = read.getClass(); c.getName().startsWith("made."); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        field.setAccessible(true);
        values.put(field.getName(), field.get(read));
      }
    }
    return values;
  }

  static Stream<Arguments> changes() {
    return Arrays.stream(Form.values())
        .flatMap(form ->
            Arrays.stream(Change.values())
                .filter(form::allows)
                .map(change -> arguments(form, change)));
  }

  private static Serializer serializer(Class<?> type, SchemaMode mode, Execution execution) {
    return Serializer.builder().schemaMode(mode).execution(execution).register(type).build();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void noFieldIsLost(Form form, Change change) throws ReflectiveOperationException {
    for (Execution execution : Execution.values()) {
      for (SchemaMode mode : SchemaMode.values()) {
        byte[] payload =
            serializer(type(form, Change.NONE), mode, execution).toBytes(written(form));
        Class<?> now = type(form, change);
        Object read;
        try {
          read = serializer(now, mode, execution).fromBytes(payload, now);
        } catch (SerializationException e) {
          if (mode == SchemaMode.CONSISTENT
              && e.kind() == Kind.SCHEMA_MISMATCH
              && change != Change.NONE) {
            continue;
          }
          throw e;
        }
        assertEquals(change.expected(), valuesOf(read));
        assertContents(read);
      }
    }
  }
}
