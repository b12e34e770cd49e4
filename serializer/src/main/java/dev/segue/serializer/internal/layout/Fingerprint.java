// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/// A checksum that differs between versions of a class: the CRC-32C of a description of the class
/// and of every class reachable through its declared fields. The description covers names and
/// types, with the type arguments of superclasses, but not the declared order.
public final class Fingerprint {

  private Fingerprint() {}

  /// @param type the class to start from
  /// @param models the model of each registered class
  public static int of(Class<?> type, Map<Class<?>, ClassModel> models) {
    Map<String, String> descriptions = new TreeMap<>();
    describe(type, models, descriptions);
    return checksum(lines(descriptions));
  }

  private static String lines(Map<String, String> descriptions) {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> description : descriptions.entrySet()) {
      lines.append(description.getKey()).append(description.getValue()).append('\n');
    }
    return lines.toString();
  }

  /// @param type an enum
  public static int ofEnum(Class<?> type) {
    return checksum(describe(new Shape.EnumConstant(EnumConstants.of(type)), type));
  }

  /// The fingerprint of an array class that is registered: covers its type and the classes
  /// reachable from it.
  ///
  /// @param array the shape of the array
  /// @param models the model of each registered class
  public static int ofArray(Shape array, Map<Class<?>, ClassModel> models) {
    Map<String, String> descriptions = new TreeMap<>();
    describeBeans(array, models, descriptions);
    return checksum(describe(array, array.type()) + "\n" + lines(descriptions));
  }

  /// @param description of a class that is not described by its fields
  public static int ofText(String description) {
    return checksum(description);
  }

  private static int checksum(String description) {
    CRC32C crc = new CRC32C();
    crc.update(description.getBytes(UTF_8));
    return (int) crc.getValue();
  }

  private static void describe(
      Class<?> type, Map<Class<?>, ClassModel> models, Map<String, String> descriptions) {
    if (descriptions.containsKey(type.getName())) {
      return;
    }
    ClassModel model = Objects.requireNonNull(models.get(type), "a bean is registered");
    descriptions.put(type.getName(), describe(model));
    for (FieldModel field : model.fields()) {
      describeBeans(field.shape(), models, descriptions);
    }
  }

  private static void describeBeans(
      Shape shape, Map<Class<?>, ClassModel> models, Map<String, String> descriptions) {
    if (shape instanceof Shape.Bean bean) {
      describe(bean.type(), models, descriptions);
    } else if (shape instanceof Shape.Table table) {
      for (Shape column : table.columns()) {
        describeBeans(column, models, descriptions);
      }
    }
  }

  private static String describe(ClassModel model) {
    List<FieldModel> fields = new ArrayList<>(model.fields());
    fields.sort(FieldModel.BY_NAME);
    StringJoiner described = new StringJoiner(",", "{", "}" + elements(model.type()));
    for (FieldModel field : fields) {
      Type type = Generics.typeOf(field.field(), model.type());
      described.add(field.name() + ":" + describe(field.shape(), type));
    }
    return described.toString();
  }

  /// The declared types of the elements of a class that extends a collection or a map of the JDK,
  /// if they are known.
  private static String elements(Class<?> type) {
    List<Type> elements = Generics.elements(type);
    boolean isConstrained = false;
    StringJoiner described = new StringJoiner(",", "<", ">");
    for (Type element : elements) {
      isConstrained |= Generics.isConstraint(element);
      described.add(Generics.describe(element));
    }
    return isConstrained ? described.toString() : "";
  }

  /// @param type the declared type with its type arguments; `Object` if there is none
  private static String describe(Shape shape, Type type) {
    return switch (shape) {
      case Shape.Primitive primitive -> primitive.type().getName();
      case Shape.Boxed boxed -> boxed.type().getSimpleName();
      case Shape.EnumConstant constant ->
          "enum " + constant.type().getName() + constant.constants().names();
      case Shape.Text _ -> "String";
      case Shape.PrimitiveArray array -> array.type().getTypeName();
      case Shape.Sequence sequence -> {
        String name =
            sequence.exact() == ArrayList.class ? "list" : sequence.exact().getSimpleName();
        Type element = Generics.argument(type, sequence.type(), 0);
        yield name + "<" + describe(sequence.element(), element) + ">" + narrowed(shape, type);
      }
      case Shape.Mapping map ->
          map.exact().getSimpleName()
              + "<"
              + describe(map.key(), Generics.argument(type, map.type(), 0))
              + ","
              + describe(map.value(), Generics.argument(type, map.type(), 1))
              + ">"
              + narrowed(shape, type);
      case Shape.ObjectArray array ->
          describe(array.element(), Generics.component(type, array)) + "[]";
      case Shape.Bean bean -> bean.type().getName() + Generics.suffix(type, bean.type());
      case Shape.Any any -> "any " + any.type().getName() + Generics.suffix(type, any.type());
      case Shape.Foreign _ -> throw new AssertionError("this side knows all its classes");
    };
  }

  /// The container class that a class substitutes for the type variable of a declaration.
  private static String narrowed(Shape container, Type type) {
    return Shapes.erasure(type) == container.type() ? "" : Generics.suffix(type, container.type());
  }
}
