// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A class.
///
/// @param name the binary name; of an array, that of the element class and brackets
/// @param supertypes its superclasses, the nearest first, then its interfaces; of the JDK, only
///   those that one of these classes names itself
/// @param surrogate the class that a `TypeSurrogate` writes instead; otherwise null
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
