// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.util.List;
import java.util.stream.Stream;

/// Describes the classes of a payload to the extent that its schema does: without annotations,
/// supertypes, and the types of fields that are interfaces or JDK classes.
public final class PayloadClasses {

  private PayloadClasses() {}

  public static Description of(SchemaDocument document) {
    return Description.of(
        false,
        Description.Unknown.FAIL,
        document.types().stream().map(PayloadClasses::described).toList());
  }

  private static Described described(TypeSchema type) {
    Stream<Member> fields = type.fields().stream().map(PayloadClasses::field);
    Stream<Member> constants =
        type.constants().stream().map(name -> new Member(name, "", null, List.of(), null));
    return new Described(
        sort(type),
        inCode(type.name()),
        List.of(),
        null,
        List.of(),
        Stream.concat(fields, constants).toList());
  }

  private static Sort sort(TypeSchema type) {
    return switch (type.kind()) {
      case PLAIN -> Sort.CLASS;
      case EXTENSION -> Sort.CONTAINER;
      case HOOKED -> Sort.REPLACED;
      case HOOKED_EXTENSION -> Sort.REPLACED_CONTAINER;
      case ENUM -> type.number() == 0 ? Sort.DECLARED_ENUM : Sort.ENUM;
      case ARRAY -> Sort.ARRAY;
      case CODEC -> Sort.SURROGATE;
      case THROWABLE -> Sort.THROWABLE;
      case EXTERNALIZABLE -> Sort.EXTERNALIZABLE;
      case SERIALIZED -> Sort.SERIALIZED;
    };
  }

  /// The name of a class; the name of an array class is as in source code.
  private static String inCode(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    return dimensions == 0 || name.length() < dimensions + 2
        ? name
        : name.substring(dimensions + 1, name.length() - 1) + "[]".repeat(dimensions);
  }

  private static Member field(FieldSchema field) {
    return new Member(field.name(), field.ownerName(), declared(field.value()), List.of(), null);
  }

  private static Declared declared(ValueSchema value) {
    return switch (value) {
      case ValueSchema.Primitive primitive -> Declared.of(primitive.kind().primitive());
      case ValueSchema.Boxed boxed -> Declared.of(boxed.kind().box());
      case ValueSchema.Text _ -> Declared.of(String.class);
      case ValueSchema.PrimitiveArray array -> Declared.of(array.kind().primitive()).array();
      case ValueSchema.Constant constant -> new Declared(constant.enumName(), List.of());
      case ValueSchema.Bean bean -> new Declared(bean.className(), List.of());
      case ValueSchema.Any _ -> Declared.UNKNOWN;
      case ValueSchema.ObjectArray array -> declared(array.element()).array();
      case ValueSchema.Sequence list ->
          new Declared(list.declared().getName(), List.of(declared(list.element())));
      case ValueSchema.Mapping map ->
          new Declared(
              map.declared().getName(), List.of(declared(map.key()), declared(map.value())));
    };
  }
}
