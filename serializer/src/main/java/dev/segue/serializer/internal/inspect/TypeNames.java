// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;

/// The names of types in the form that users know.
final class TypeNames {

  private TypeNames() {}

  static String of(TypeEntry entry) {
    return of(entry.type());
  }

  /// The name of a class without its package.
  static String of(Class<?> type) {
    String name = type.getTypeName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /// The type number of a type; for a registered class, its id.
  static String number(int number) {
    return number == 0
        ? "no type"
        : number >= TypeRegistry.FIRST_USER_ID && number < TypeRegistry.ID_LIMIT
            ? "id " + (number - TypeRegistry.FIRST_USER_ID)
            : "type " + Integer.toUnsignedString(number);
  }
}
