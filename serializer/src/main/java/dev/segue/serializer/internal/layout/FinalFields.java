// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import org.jspecify.annotations.Nullable;

/// Whether final fields of classes other than records may be set by reflection (JEP 500). JDK 26
/// warns about it unless `--enable-final-field-mutation` allows it, and later versions will refuse
/// it.
public enum FinalFields {
  /// Reflection is the preferred way: the JDK permits it, or the user states that a flag does.
  ALLOW,
  /// Reflection is the last resort; the JDK warns about it or refuses it.
  ASK,
  /// Reflection is not used, as if the JDK refused it.
  DENY;

  /// The system property that overrides the default for the JDK version.
  static final String PROPERTY = "dev.segue.serializer.finalFields";

  /// The first JDK version that warns about or refuses reflection.
  private static final int FIRST_RESTRICTED = 26;

  /// The policy of this JVM.
  ///
  /// @throws IllegalArgumentException if the system property has another value
  public static FinalFields current() {
    return of(System.getProperty(PROPERTY), Runtime.version().feature());
  }

  static FinalFields of(@Nullable String property, int version) {
    if (property == null) {
      return version < FIRST_RESTRICTED ? ALLOW : ASK;
    }
    return switch (property) {
      case "allow" -> ALLOW;
      case "deny" -> DENY;
      default ->
          throw new IllegalArgumentException(PROPERTY + "=" + property + " is not allow or deny");
    };
  }

  /// Whether this JVM may refuse reflection, so that it has to be tried when a class is registered.
  public boolean mayBeRefused() {
    return this != ALLOW || Runtime.version().feature() >= FIRST_RESTRICTED;
  }
}
