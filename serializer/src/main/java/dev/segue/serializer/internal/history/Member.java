// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A field, or a constant of an enum.
///
/// @param owner the class that declares a field; empty if unknown, since a payload does not name it
/// @param type the type of a field; null for a constant
/// @param aliases its former names
/// @param defaultText the text of its `@DefaultValue`
record Member(
    String name,
    String owner,
    @Nullable Declared type,
    List<String> aliases,
    @Nullable String defaultText) {

  static final Comparator<Member> ORDER =
      Comparator.comparing(Member::name).thenComparing(Member::owner);

  Member {
    aliases = List.copyOf(aliases);
  }

  /// The type of a field.
  Declared declared() {
    return type == null ? Declared.UNKNOWN : type;
  }
}
