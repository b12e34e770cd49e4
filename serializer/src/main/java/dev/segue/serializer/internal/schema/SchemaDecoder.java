// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.layout.Shapes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Decodes documents from untrusted bytes. The decoded document takes at most a fixed multiple of
/// their size, and never more than [Schema#MAX_MEMORY_BYTES].
@SuppressWarnings("EnumOrdinal") // part of the format
public final class SchemaDecoder {

  private static final int MOST_NESTED = 32;
  private static final int LONGEST_NAME = 1 << 12;

  /// The maximum ratio of the bytes of names to the bytes of the document; names share prefixes.
  private static final int MOST_EXPANDED = 32;

  /// The estimated memory for a type, and for a name or a field's type, including their plans.
  private static final int TYPE_MEMORY = 256;

  private static final int PART_MEMORY = 64;

  /// A document and its estimated memory.
  public record Measured(SchemaDocument document, long memoryBytes) {}

  private final byte[] bytes;
  private boolean isOfNames;
  private int at;
  private long memoryBytes;

  /// The previous names of classes, and of fields and constants.
  private byte[] lastClass = new byte[0];

  private byte[] lastMember = new byte[0];
  private long nameBytes;
  private List<String> names = List.of();

  private SchemaDecoder(byte[] bytes) {
    this.bytes = bytes;
  }

  /// @throws SerializationException if the bytes are not a document
  public static SchemaDocument decode(byte[] bytes) {
    return measure(bytes).document();
  }

  /// @throws SerializationException if the bytes are not a document
  public static Measured measure(byte[] bytes) {
    // Types can refer to one another in cycles, so the names are collected before the fields.
    SchemaDecoder first = new SchemaDecoder(bytes);
    List<TypeSchema> unresolved = first.types();
    SchemaDecoder second = new SchemaDecoder(bytes);
    second.names = unresolved.stream().map(TypeSchema::name).toList();
    List<TypeSchema> types = second.types();
    Map<Object, TypeSchema> known = new HashMap<>();
    for (TypeSchema type : types) {
      if (known.put(type.name(), type) != null
          || (type.number() != 0 && known.put(type.number(), type) != null)) {
        throw second.corrupt(
            "two types have the name " + type.name() + " or the number " + type.number());
      }
    }
    types.forEach(type -> type.fields().forEach(field -> second.check(field.value(), known)));
    boolean compact = (bytes[1] & SchemaEncoder.COMPACT_NUMBERS) != 0;
    return new Measured(new SchemaDocument(compact, types, second.isOfNames), second.memoryBytes);
  }

  private void check(ValueSchema value, Map<Object, TypeSchema> known) {
    switch (value) {
      case ValueSchema.Bean bean -> {
        TypeSchema type = Objects.requireNonNull(known.get(bean.className()), "a name of the list");
        if (type.kind() != TypeSchema.Kind.PLAIN || type.number() == 0) {
          throw corrupt(type.name() + " is the type of a field, but not plain");
        }
      }
      case ValueSchema.Constant constant -> {
        TypeSchema type =
            Objects.requireNonNull(known.get(constant.enumName()), "a name of the list");
        if (type.kind() != TypeSchema.Kind.ENUM) {
          throw corrupt(type.name() + " is not an enum");
        }
      }
      case ValueSchema.ObjectArray array -> check(array.element(), known);
      case ValueSchema.Sequence list -> {
        checkEnum(list.declared(), list.element());
        check(list.element(), known);
      }
      case ValueSchema.Mapping map -> {
        checkEnum(map.declared(), map.key());
        check(map.key(), known);
        check(map.value(), known);
      }
      case ValueSchema.Primitive _,
          ValueSchema.Boxed _,
          ValueSchema.Text _,
          ValueSchema.PrimitiveArray _,
          ValueSchema.Any _ -> {}
    }
  }

  /// Checks that a container of enum constants declares its enum.
  private void checkEnum(Class<?> declared, ValueSchema first) {
    if (Shapes.isOfConstants(declared) && !(first instanceof ValueSchema.Constant)) {
      throw corrupt("a container of enum constants has elements of " + first.describe());
    }
  }

  private List<TypeSchema> types() {
    int version = next();
    int options = next();
    if (version != SchemaEncoder.VERSION
        || (options & ~(SchemaEncoder.COMPACT_NUMBERS | SchemaEncoder.NAMES)) != 0) {
      throw corrupt("unknown version or options");
    }
    isOfNames = (options & SchemaEncoder.NAMES) != 0;
    int count = count();
    List<TypeSchema> types = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      types.add(type());
    }
    if (at != bytes.length) {
      throw corrupt((bytes.length - at) + " bytes after the last type");
    }
    return types;
  }

  private TypeSchema type() {
    int code = next();
    if (code >= TypeSchema.Kind.values().length) {
      throw corrupt("unknown kind of type " + code);
    }
    TypeSchema.Kind kind = TypeSchema.Kind.values()[code];
    int number = number();
    int fingerprint = next() | next() << 8 | next() << 16 | next() << 24;
    String name = className();
    take(TYPE_MEMORY);
    List<FieldSchema> fields = new ArrayList<>();
    List<String> constants = new ArrayList<>();
    if (kind.hasFields() && !isOfNames) {
      int count = count();
      for (int i = 0; i < count; i++) {
        fields.add(field());
      }
    } else if (kind == TypeSchema.Kind.ENUM && !isOfNames) {
      int count = count();
      for (int i = 0; i < count; i++) {
        constants.add(memberName());
      }
    }
    requireDistinct(name, fields, constants);
    return new TypeSchema(kind, name, number, fingerprint, fields, constants);
  }

  /// Fields with the same name have different owners.
  private void requireDistinct(String name, List<FieldSchema> fields, List<String> constants) {
    Set<String> seen = new HashSet<>(constants);
    for (FieldSchema field : fields) {
      String owner = field.ownerName();
      seen.add(owner.isEmpty() ? field.name() : field.name() + "/" + owner);
    }
    if (seen.size() < fields.size() + constants.size()) {
      throw corrupt(name + " has two fields or constants of one name");
    }
  }

  private FieldSchema field() {
    int code = next();
    ValueSchema value = value(code & ~Vocabulary.OWNED, 0);
    String name = memberName();
    return new FieldSchema(name, (code & Vocabulary.OWNED) != 0 ? className() : "", value);
  }

  private ValueSchema value(int code, int depth) {
    take(PART_MEMORY);
    if (depth > MOST_NESTED) {
      throw corrupt("a type has more than " + MOST_NESTED + " levels");
    }
    if (depth > 0 && code < Vocabulary.BOXED) {
      throw corrupt("a container has primitive elements");
    }
    PrimitiveKind[] kinds = PrimitiveKind.values();
    if (code < Vocabulary.BOXED) {
      return new ValueSchema.Primitive(kinds[code - Vocabulary.PRIMITIVE]);
    }
    if (code < Vocabulary.PRIMITIVE_ARRAY) {
      return new ValueSchema.Boxed(kinds[code - Vocabulary.BOXED]);
    }
    if (code < Vocabulary.TEXT) {
      return new ValueSchema.PrimitiveArray(kinds[code - Vocabulary.PRIMITIVE_ARRAY]);
    }
    return switch (code) {
      case Vocabulary.TEXT -> new ValueSchema.Text();
      case Vocabulary.ANY -> new ValueSchema.Any();
      case Vocabulary.BEAN -> new ValueSchema.Bean(typeName());
      case Vocabulary.CONSTANT -> new ValueSchema.Constant(typeName());
      case Vocabulary.OBJECT_ARRAY -> new ValueSchema.ObjectArray(value(next(), depth + 1));
      default -> container(code - Vocabulary.CONTAINER, depth);
    };
  }

  private ValueSchema container(int index, int depth) {
    if (index < 0 || index >= Vocabulary.CONTAINERS.size()) {
      throw corrupt("unknown kind of value " + (index + Vocabulary.CONTAINER));
    }
    Class<?> declared = Vocabulary.CONTAINERS.get(index);
    ValueSchema first = value(next(), depth + 1);
    return Map.class.isAssignableFrom(declared)
        ? new ValueSchema.Mapping(declared, first, value(next(), depth + 1))
        : new ValueSchema.Sequence(declared, first);
  }

  /// The name of a type by its index; empty in the first pass, which does not know the names.
  private String typeName() {
    int index = number();
    if (names.isEmpty()) {
      return "";
    }
    if (index >= names.size()) {
      throw corrupt("type index " + index + ", but there are " + names.size() + " types");
    }
    return names.get(index);
  }

  private String className() {
    lastClass = name(lastClass);
    return new String(lastClass, UTF_8);
  }

  private String memberName() {
    lastMember = name(lastMember);
    return new String(lastMember, UTF_8);
  }

  /// @param last the previous name of the same kind
  private byte[] name(byte[] last) {
    int code = next();
    int shared = code == SchemaEncoder.LONG_NAME ? number() : code >> 4;
    int rest = code == SchemaEncoder.LONG_NAME ? number() : code & 15;
    if (shared > last.length
        || rest > bytes.length - at
        || shared + rest > LONGEST_NAME
        || (nameBytes += shared + rest) > (long) MOST_EXPANDED * bytes.length
        || shared + rest == 0) {
      throw corrupt("invalid name of " + shared + " shared and " + rest + " own bytes");
    }
    take(PART_MEMORY + shared + rest);
    byte[] name = new byte[shared + rest];
    System.arraycopy(last, 0, name, 0, shared);
    System.arraycopy(bytes, at, name, shared, rest);
    at += rest;
    return name;
  }

  /// A number of items, each of which takes at least one byte.
  private int count() {
    int count = number();
    if (count > bytes.length - at) {
      throw corrupt(count + " items announced, " + (bytes.length - at) + " bytes left");
    }
    return count;
  }

  /// Counts memory before it is allocated.
  private void take(int more) {
    memoryBytes += more;
    if (memoryBytes > Schema.MAX_MEMORY_BYTES) {
      throw Errors.of(
          Kind.LIMIT_EXCEEDED,
          "a schema of %d bytes would take more than %d bytes of memory"
              .formatted(bytes.length, Schema.MAX_MEMORY_BYTES));
    }
  }

  private int number() {
    int value = 0;
    for (int shift = 0; shift < 28; shift += 7) {
      int b = next();
      value |= (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw corrupt("a number has more than four bytes");
  }

  private int next() {
    if (at >= bytes.length) {
      throw corrupt("it is truncated");
    }
    return Byte.toUnsignedInt(bytes[at++]);
  }

  private SerializationException corrupt(String what) {
    return Errors.of(
        Kind.MALFORMED_INPUT, "corrupt schema: " + what + " (at byte " + at + " of the schema)");
  }
}
