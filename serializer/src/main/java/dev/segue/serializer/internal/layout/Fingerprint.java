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

/// A checksum that differs between versions of a class: the CRC-32C of a description of the class
/// and of every class reachable through its declared fields. The description covers names and
/// types, with the type arguments of superclasses, but not the declared order.
public final class Fingerprint {

  /// The remainders for four bits, with the reversed polynomial of CRC-32C.
  private static final int[] CRC32C_OF_FOUR_BITS = {
    0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
    0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75
  };

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

  /// The fingerprint of a registered array class. It covers the array's type and the classes
  /// reachable from it.
  ///
  /// @param array the shape of the array
  /// @param models the model of each registered class
  public static int ofArray(Shape array, Map<Class<?>, ClassModel> models) {
    Map<String, String> descriptions = new TreeMap<>();
    describeBeans(array, models, descriptions);
    return checksum(describe(array, array.type()) + "\n" + lines(descriptions));
  }

  /// @param description the description of a class that is not described by its fields
  public static int ofText(String description) {
    return checksum(description);
  }

  /// The CRC-32C of the text in UTF-8, four bits at a time. [java.util.zip.CRC32C] returns the same
  /// number, but computes tables when it is loaded, which would delay the first object by 2 ms.
  private static int checksum(String text) {
    int crc = -1;
    for (byte next : text.getBytes(UTF_8)) {
      crc ^= next & 0xff;
      crc = crc >>> 4 ^ CRC32C_OF_FOUR_BITS[crc & 15];
      crc = crc >>> 4 ^ CRC32C_OF_FOUR_BITS[crc & 15];
    }
    return ~crc;
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

  /// The declared types of the elements of a class that extends a JDK collection or map, if they
  /// are known.
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
    if (shape instanceof Shape.Primitive primitive) {
      return primitive.type().getName();
    }
    if (shape instanceof Shape.EnumConstant constant) {
      return "enum " + constant.type().getName() + constant.constants().names();
    }
    if (shape instanceof Shape.Text) {
      return "String";
    }
    if (shape instanceof Shape.Sequence sequence) {
      String name = sequence.exact() == ArrayList.class ? "list" : sequence.exact().getSimpleName();
      return name + arguments(sequence, type) + narrowed(shape, type);
    }
    if (shape instanceof Shape.Bean bean) {
      return bean.type().getName() + Generics.suffix(type, bean.type());
    }
    if (shape instanceof Shape.Boxed boxed) {
      return boxed.type().getSimpleName();
    }
    if (shape instanceof Shape.Mapping map) {
      return map.exact().getSimpleName() + arguments(map, type) + narrowed(shape, type);
    }
    if (shape instanceof Shape.PrimitiveArray array) {
      return array.type().getTypeName();
    }
    if (shape instanceof Shape.ObjectArray array) {
      return describe(array.element(), Generics.component(type, array)) + "[]";
    }
    if (shape instanceof Shape.Any any) {
      return "any " + any.type().getName() + Generics.suffix(type, any.type());
    }
    throw new AssertionError("this side knows all its classes");
  }

  /// The elements of a container with their declared type arguments: `<String,Integer>`.
  private static String arguments(Shape.Table container, Type type) {
    StringJoiner described = new StringJoiner(",", "<", ">");
    List<Shape> columns = container.columns();
    for (int i = 0; i < columns.size(); i++) {
      described.add(describe(columns.get(i), Generics.argument(type, container.type(), i)));
    }
    return described.toString();
  }

  /// The container class that a class substitutes for the type variable of a declaration.
  private static String narrowed(Shape container, Type type) {
    return Shapes.erasure(type) == container.type() ? "" : Generics.suffix(type, container.type());
  }
}
