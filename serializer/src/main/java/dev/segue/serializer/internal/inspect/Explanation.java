// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Describes the wire layout of a class as text.
public final class Explanation {

  private static final String ANY = "a type reference and the value";

  private Explanation() {}

  /// Describes a class; returns null if the serializer does not know it.
  public static @Nullable String of(KnownTypes known, Class<?> type) {
    PrimitiveKind primitive = PrimitiveKind.ofPrimitive(type);
    if (primitive != null) {
      return "%s: %s in the fixed block of the object%n"
          .formatted(type.getName(), bytes(primitive.widthBytes()));
    }
    TypeEntry entry = known.registry().entry(type);
    if (entry == null) {
      entry = family(known, type);
    }
    if (entry == null) {
      return null;
    }
    ObjectLayout layout = known.layout(entry);
    String head = "%s %s: %s".formatted(sort(type), type.getTypeName(), title(entry));
    return layout == null
        ? "%s; %s%n".formatted(head, form(KnownTypes.form(entry)))
        : "%s, fingerprint %08x%n%s".formatted(head, entry.fingerprint(), layout(layout));
  }

  /// The entry for a family of JDK classes that includes this one.
  private static @Nullable TypeEntry family(KnownTypes known, Class<?> type) {
    for (int id = 1; id < TypeRegistry.FIRST_USER_ID; id++) {
      TypeEntry entry = known.entry(id);
      if (entry != null
          && entry.isPlural()
          && entry.type() != Object.class
          && (type.isArray() ? entry.type().isArray() : isMember(type, entry.type()))) {
        return entry;
      }
    }
    return null;
  }

  /// The members of families are always JDK classes.
  private static boolean isMember(Class<?> type, Class<?> family) {
    ClassLoader loader = type.getClassLoader();
    return family.isAssignableFrom(type)
        && (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()));
  }

  private static String sort(Class<?> type) {
    return type.isRecord()
        ? "record"
        : type.isEnum()
            ? "enum"
            : type.isArray() ? "array" : type.isInterface() ? "interface" : "class";
  }

  private static String title(TypeEntry entry) {
    return entry.id() < TypeRegistry.FIRST_USER_ID
        ? "type " + entry.id() + " of the JDK"
        : "id " + (entry.id() - TypeRegistry.FIRST_USER_ID) + ", type " + entry.id();
  }

  private static String layout(ObjectLayout layout) {
    StringBuilder text = new StringBuilder("  offset  width  field%n".formatted());
    if (layout.nullsBytes() > 0) {
      line(text, 0, layout.nullsBytes(), "(nulls)", "a bit for each: " + nullables(layout));
    }
    for (Operation operation : layout.inline()) {
      line(
          text,
          operation.offset(),
          operation.field().shape().placeBytes(),
          name(layout, operation),
          kind(operation));
    }
    for (Operation.Slot slot : layout.slots()) {
      line(text, slot.offset(), Shape.SLOT_BYTES, name(layout, slot), "slot of " + kind(slot));
    }
    for (Operation.Compact compact : layout.compact()) {
      line(text, compact.offset(), null, name(layout, compact), kind(compact));
    }
    if (layout.isEmpty()) {
      line(text, 0, 1, "(nothing)", "a zero byte");
    }
    if (!layout.slots().isEmpty()) {
      String where = layout.compact().isEmpty() ? "" : ", after the compact numbers";
      line(
          text, layout.fixedBytes(), null, "(values)", "the values of the slots, in order" + where);
    }
    return text.toString();
  }

  private static void line(
      StringBuilder text, int offset, @Nullable Integer width, String name, String kind) {
    text.append(
        "%8d %6s  %-20s %s%n"
            .formatted(offset, width == null ? "..." : width.toString(), name, kind));
  }

  private static String nullables(ObjectLayout layout) {
    List<String> names = new ArrayList<>();
    for (Operation operation : layout.inline()) {
      if (operation instanceof Operation.NullableScalar) {
        names.add(name(layout, operation));
      }
    }
    return String.join(", ", names);
  }

  /// The name of a field, with its class if another field has the same name.
  private static String name(ObjectLayout layout, Operation operation) {
    String name = operation.field().name();
    boolean isShared =
        layout.model().fields().stream().filter(field -> field.name().equals(name)).count() > 1;
    return isShared ? TypeNames.of(operation.field().owner()) + "." + name : name;
  }

  private static String kind(Operation operation) {
    return switch (operation) {
      case Operation.Scalar scalar -> scalar.kind().primitive().getName();
      case Operation.NullableScalar scalar ->
          scalar.kind().box().getSimpleName() + ", null bit " + scalar.bit();
      case Operation.Compact compact ->
          (compact.isBoxed() ? compact.kind().box() : compact.kind().primitive()).getSimpleName()
              + " of variable length, "
              + (compact.isBoxed() ? "or null, " : "")
              + "after the one before";
      case Operation.Constant constant -> shape(constant.shape());
      case Operation.Slot slot -> shape(slot.shape());
    };
  }

  private static String shape(Shape shape) {
    return switch (shape) {
      case Shape.Primitive primitive -> primitive.type().getName();
      case Shape.Boxed boxed -> boxed.type().getSimpleName();
      case Shape.EnumConstant constant ->
          "enum %s: 1 to %d in declared order, 0 for null"
              .formatted(TypeNames.of(constant.type()), constant.constants().names().size());
      case Shape.Text _ -> "String";
      case Shape.PrimitiveArray array -> array.type().getTypeName();
      case Shape.Sequence list -> container(list, "of " + nested(list.element()));
      case Shape.Mapping map ->
          container(map, "from " + nested(map.key()) + " to " + nested(map.value()));
      case Shape.ObjectArray array -> "array of " + nested(array.element());
      case Shape.Bean bean ->
          Modifier.isFinal(bean.type().getModifiers())
              ? TypeNames.of(bean.type())
              : TypeNames.of(bean.type()) + ", or a subclass after its type reference";
      case Shape.Any any -> "any " + TypeNames.of(any.type()) + ": " + ANY;
      case Shape.Foreign foreign -> "a class of another writer, type number " + foreign.number();
    };
  }

  private static String container(Shape.Table table, String contents) {
    String exact = TypeNames.of(table.exact()) + " " + contents;
    return table.exact() == Optional.class
        ? exact
        : exact + ", or another class after its type reference";
  }

  /// A short name for a shape within another.
  private static String nested(Shape shape) {
    return switch (shape) {
      case Shape.Sequence list -> TypeNames.of(list.exact()) + " of " + nested(list.element());
      case Shape.Mapping map ->
          "%s from %s to %s"
              .formatted(TypeNames.of(map.exact()), nested(map.key()), nested(map.value()));
      case Shape.ObjectArray array -> "array of " + nested(array.element());
      case Shape.Any any -> "any " + TypeNames.of(any.type());
      case Shape.Primitive _,
          Shape.Boxed _,
          Shape.EnumConstant _,
          Shape.Text _,
          Shape.PrimitiveArray _,
          Shape.Foreign _,
          Shape.Bean _ ->
          TypeNames.of(shape.type());
    };
  }

  private static String form(Form form) {
    return switch (form) {
      case Form.Plain(int width) -> width == Form.ANY_WIDTH ? "bytes" : bytes(width);
      case Form.Text _ -> "a slot, then a string";
      case Form.Elements array -> "elements of " + bytes(array.kind().widthBytes());
      case Form.Constant constant ->
          "1 to %d in declared order, in 4 bytes".formatted(constant.constants().names().size());
      case Form.Parts(int count, List<Shape> columns) -> parts(count, columns);
      case Form.Tree(int columns) ->
          columns == 1 ? "a count, and a tree of values" : "a count, and a tree of keys and values";
      case Form.AnyArray _ -> "the class of its elements, a count, and the elements";
      case Form.Opaque _ -> "bytes that its codec defines";
    };
  }

  private static String parts(int count, List<Shape> columns) {
    String rows = columns.stream().map(Explanation::nested).collect(Collectors.joining(" and "));
    String head = count == 0 ? "" : count == 1 ? "a part" : count + " parts";
    return columns.isEmpty()
        ? head
        : (head.isEmpty() ? "" : head + ", then ") + "a count and rows of " + rows;
  }

  private static String bytes(int count) {
    return String.format(Locale.ROOT, count == 1 ? "%d byte" : "%d bytes", count);
  }
}
