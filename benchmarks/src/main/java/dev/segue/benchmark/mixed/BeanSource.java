// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.compile.ClassSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Sources of classes with a random choice of public fields.
final class BeanSource {
  private static final List<String> PRIMITIVES =
      List.of("int", "long", "double", "float", "short", "char", "boolean", "byte");
  private static final List<String> BOXES =
      List.of("Integer", "Long", "Double", "Float", "Short", "Character", "Boolean");
  private static final List<String> ARRAYS =
      List.of("int[]", "long[]", "double[]", "float[]", "short[]", "char[]", "boolean[]", "byte[]");

  private BeanSource() {}

  /// Generates a class.
  ///
  /// @param simple classes that its fields may refer to
  static ClassSource random(Random random, String name, List<String> simple) {
    var fields = new LinkedHashMap<String, String>();
    int count = 6 + random.nextInt(26);
    for (int i = 0; i < count; i++) {
      String type = type(random, simple);
      fields.put(String.format(Locale.ROOT, "v%x%d", random.nextInt(4096), i), type);
    }
    return ClassSource.of(name, fields);
  }

  /// Returns a random type, with frequencies like those in the other objects: mostly numbers, then
  /// strings, sometimes others.
  private static String type(Random random, List<String> simple) {
    int choice = random.nextInt(100);
    if (choice < 45) {
      return any(random, PRIMITIVES);
    }
    if (choice < 60) {
      return any(random, BOXES);
    }
    if (choice < 78) {
      return "String";
    }
    if (choice < 86) {
      return any(random, ARRAYS);
    }
    if (choice < 92 || simple.isEmpty()) {
      return "java.util.List<String>";
    }
    return choice < 96 ? any(random, simple) : "java.util.List<" + any(random, simple) + ">";
  }

  private static String any(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
