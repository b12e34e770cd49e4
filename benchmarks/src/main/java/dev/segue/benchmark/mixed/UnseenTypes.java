// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.benchmark.graph.PublicFields;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Signature;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// Classes with a random choice of public fields, in this package.
final class UnseenTypes {
  private static final List<String> PRIMITIVES = List.of("I", "J", "D", "F", "S", "C", "Z", "B");
  private static final List<String> BOXES =
      List.of("Integer", "Long", "Double", "Float", "Short", "Character", "Boolean");
  private static final String STRING = "Ljava/lang/String;";

  /// The number of classes that do not refer to others.
  private static final int SIMPLE = 8;

  private UnseenTypes() {}

  /// Defines the classes of a seed, which must not be defined yet.
  static List<Class<?>> define(long seed, int count) {
    var random = new Random(seed);
    var types = new ArrayList<Class<?>>();
    var simple = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      String name = "Unseen" + Long.toHexString(seed) + "x" + i;
      Class<?> type = define(name, fields(random, i < SIMPLE ? List.of() : simple));
      types.add(type);
      if (i < SIMPLE) {
        simple.add(type.descriptorString());
      }
    }
    return List.copyOf(types);
  }

  /// Chooses the fields of a class: signatures by name, in order.
  ///
  /// @param simple classes that the fields may refer to
  static Map<String, String> fields(Random random, List<String> simple) {
    var fields = new LinkedHashMap<String, String>();
    int count = 6 + random.nextInt(26);
    for (int i = 0; i < count; i++) {
      String type = type(random, simple);
      fields.put(String.format(Locale.ROOT, "v%x%d", random.nextInt(4096), i), type);
    }
    return fields;
  }

  /// Returns a random type, with frequencies as in the other objects: mostly numbers, then strings,
  /// sometimes other types.
  private static String type(Random random, List<String> simple) {
    int choice = random.nextInt(100);
    if (choice < 45) {
      return any(random, PRIMITIVES);
    }
    if (choice < 60) {
      return "Ljava/lang/" + any(random, BOXES) + ";";
    }
    if (choice < 78) {
      return STRING;
    }
    if (choice < 86) {
      return "[" + any(random, PRIMITIVES);
    }
    if (choice < 92 || simple.isEmpty()) {
      return listOf(STRING);
    }
    return choice < 96 ? any(random, simple) : listOf(any(random, simple));
  }

  private static String listOf(String element) {
    return "Ljava/util/List<" + element + ">;";
  }

  private static String any(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static Class<?> define(String name, Map<String, String> fields) {
    var type = ClassDesc.of(UnseenTypes.class.getPackageName(), name);
    byte[] bytes =
        ClassFile.of()
            .build(
                type,
                builder -> {
                  builder.withFlags(ACC_PUBLIC | ACC_FINAL);
                  fields.forEach((field, signature) -> withField(builder, field, signature));
                  withMethods(builder);
                });
    try {
      return MethodHandles.lookup().defineClass(bytes);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void withField(ClassBuilder builder, String name, String signature) {
    String erased = signature.replaceFirst("<.*>", "");
    builder.withField(
        name,
        ClassDesc.ofDescriptor(erased),
        field ->
            field
                .withFlags(ACC_PUBLIC)
                .with(SignatureAttribute.of(Signature.parseFrom(signature))));
  }

  /// Adds a constructor and `equals`.
  private static void withMethods(ClassBuilder builder) {
    builder.withMethodBody(
        INIT_NAME,
        MTD_void,
        ACC_PUBLIC,
        code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
    builder.withMethodBody(
        "equals",
        MethodTypeDesc.of(CD_boolean, CD_Object),
        ACC_PUBLIC,
        code ->
            code.aload(0)
                .aload(1)
                .invokestatic(
                    PublicFields.class.describeConstable().orElseThrow(),
                    "areEqual",
                    MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                .ireturn());
  }
}
