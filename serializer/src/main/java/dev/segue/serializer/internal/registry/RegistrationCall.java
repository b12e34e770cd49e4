// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.SerialForm;

/// The call that registers a class in the way that works for it.
final class RegistrationCall {

  private RegistrationCall() {}

  /// What to do, and where.
  static String advice(Class<?> type) {
    String name = NameInCode.of(type);
    if (SerialForm.isReplaced(type)) {
      return ("add .registerJavaSerialized(%s) to the builder on both sides, or .register(%s) with the class"
              + " that its writeReplace returns")
          .formatted(name, name);
    }
    String hidden = SerialForm.describeHidden(type);
    if (hidden != null) {
      return "%s: add .registerJavaSerialized(%s), or a TypeSurrogate, to the builder on both sides"
          .formatted(hidden, name);
    }
    return "add .register(" + name + ") to the builder on both sides" + elsewhere(type, name);
  }

  /// Code of other packages cannot name all classes that code of the same one can.
  private static String elsewhere(Class<?> type, String name) {
    return NameInCode.isPublic(type) || !name.endsWith(".class")
        ? ""
        : " (in another package: .register(Class.forName(\"" + type.getName() + "\")))";
  }
}
