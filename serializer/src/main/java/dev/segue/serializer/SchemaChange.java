// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.history.Finding;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A change of a class, and its effect on readers of payloads that were written before the change:
/// an element of [SchemaText#changesSince].
public final class SchemaChange {

  /// The effect of a change on old payloads.
  public enum Kind {

    /// Written data is not read: a field is gone, a list has become a set, or, with
    /// [UnknownTypes#NULL], an unknown class or constant is read as null.
    LOST,

    /// Old payloads lack a value: a field is new, or its [DefaultValue] has changed.
    DEFAULT,

    /// A class, field or constant is read under its former name, by an [Alias].
    RENAMED,

    /// The type of a field has changed, and the new type holds all values of the old one.
    WIDENED,

    /// Reading fails, for all objects of the class or for some of their values.
    INCOMPATIBLE,

    /// One class, field or constant is gone, and a similar one is new. If it was renamed, add an
    /// [Alias]; otherwise, its old data is lost or fails to read.
    LOOKS_RENAMED,

    /// Old payloads are read as before: a class or a constant is new, or a supertype has changed.
    COMPATIBLE
  }

  private final Kind kind;
  private final String className;
  private final String member;
  private final String description;

  SchemaChange(Finding finding) {
    this.kind =
        switch (finding.effect()) {
          case LOST -> Kind.LOST;
          case DEFAULT -> Kind.DEFAULT;
          case RENAMED -> Kind.RENAMED;
          case WIDENED -> Kind.WIDENED;
          case INCOMPATIBLE -> Kind.INCOMPATIBLE;
          case LOOKS_RENAMED -> Kind.LOOKS_RENAMED;
          case COMPATIBLE -> Kind.COMPATIBLE;
        };
    this.className = finding.type();
    this.member = finding.member();
    this.description = finding.message();
  }

  /// Returns the effect of the change on old payloads.
  ///
  /// @return the kind
  public Kind kind() {
    return kind;
  }

  /// Returns the class.
  ///
  /// @return its binary name in the older version; of a new class, its name
  public String className() {
    return className;
  }

  /// Returns the field or the constant of an enum.
  ///
  /// @return its name in the older version; of a new member, its name; empty if the class itself
  ///   has changed
  public String member() {
    return member;
  }

  /// Describes the change and its remedy.
  ///
  /// @return a text; it may change with the version of this library
  public String description() {
    return description;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SchemaChange that
        && kind == that.kind
        && className.equals(that.className)
        && member.equals(that.member)
        && description.equals(that.description);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, className, member, description);
  }

  /// Returns the change as one line.
  ///
  /// @return kind, class, member and description; the format may change
  @Override
  public String toString() {
    String place = member.isEmpty() ? className : className + "." + member;
    return "%-13s %s: %s".formatted(kind, place, description);
  }
}
