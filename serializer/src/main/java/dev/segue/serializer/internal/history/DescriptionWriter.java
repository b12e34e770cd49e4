// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.history;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes descriptions as text: a line for each class, followed by a line for each of its members.
///
///     segue-schema 1
///
///     record shop.Order : shop.Document @Alias("shop.Purchase")
///       List<shop.Item> items @DefaultValue("")
///       long number in shop.Document
///
///     enum shop.State
///       PAID @Alias("SETTLED")
final class DescriptionWriter {

  static final String MAGIC = "segue-schema";
  static final int VERSION = 1;
  static final String OF_PAYLOAD = "payload";
  static final String UNKNOWN = "unknown";
  static final String IN = "in";
  static final String BY = "by";
  static final String ALIAS = "Alias";
  static final String DEFAULT = "DefaultValue";

  private final StringBuilder text = new StringBuilder();

  /// Whether the fields that a class itself declares have no owner.
  private final boolean isBrief;

  private DescriptionWriter(boolean isBrief) {
    this.isBrief = isBrief;
  }

  static String write(Description description) {
    DescriptionWriter writer = new DescriptionWriter(description.isWhole());
    writer.head(description);
    description.types().values().forEach(writer::type);
    return writer.text.toString();
  }

  private void head(Description description) {
    text.append(MAGIC).append(' ').append(VERSION);
    if (!description.isWhole()) {
      text.append(' ').append(OF_PAYLOAD);
    }
    if (description.unknown() != Description.Unknown.FAIL) {
      text.append(' ').append(UNKNOWN).append(' ').append(description.unknown());
    }
    text.append('\n');
  }

  private void type(Described type) {
    text.append('\n').append(type.sort().word()).append(' ').append(shown(type));
    if (type.surrogate() != null) {
      text.append(' ').append(BY).append(' ').append(type.surrogate());
    }
    if (!type.supertypes().isEmpty()) {
      text.append(
          type.supertypes().stream()
              .map(Declared::toString)
              .collect(Collectors.joining(", ", " : ", "")));
    }
    annotations(type.aliases(), null);
    type.members().forEach(member -> member(type, member));
  }

  private static String shown(Described type) {
    int brackets = type.name().indexOf('[');
    return brackets < 0
        ? Names.quoted(Names.shortened(type.name()))
        : Names.quoted(Names.shortened(type.name().substring(0, brackets)))
            + type.name().substring(brackets);
  }

  private void member(Described type, Member member) {
    text.append("  ");
    if (member.type() != null) {
      text.append(member.type()).append(' ');
    }
    text.append(Names.quoted(member.name()));
    if (!member.owner().isEmpty() && !(isBrief && member.owner().equals(type.name()))) {
      text.append(' ').append(IN).append(' ');
      text.append(Names.quoted(Names.shortened(member.owner())));
    }
    annotations(member.aliases(), member.defaultText());
  }

  private void annotations(List<String> aliases, @Nullable String defaultText) {
    if (!aliases.isEmpty()) {
      text.append(
          aliases.stream()
              .map(Names::quote)
              .collect(Collectors.joining(", ", " @" + ALIAS + "(", ")")));
    }
    if (defaultText != null) {
      text.append(" @" + DEFAULT + "(").append(Names.quote(defaultText)).append(')');
    }
    text.append('\n');
  }
}
