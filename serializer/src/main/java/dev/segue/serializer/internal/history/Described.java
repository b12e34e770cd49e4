// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A class.
///
/// @param name the binary name; for an array, the name of the element class and brackets
/// @param supertypes its superclasses, the nearest first, then its interfaces; JDK types are
///   included only if one of these classes names them itself
/// @param surrogate the class that a `TypeSurrogate` writes instead, or null
/// @param aliases its former names
/// @param members its fields or constants, by name
record Described(
    Sort sort,
    String name,
    List<Declared> supertypes,
    @Nullable Declared surrogate,
    List<String> aliases,
    List<Member> members) {

  Described {
    supertypes = List.copyOf(supertypes);
    aliases = List.copyOf(aliases);
    members = members.stream().sorted(Member.ORDER).toList();
  }
}
