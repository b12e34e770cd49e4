// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.compile;

import java.util.Map;
import java.util.stream.Collectors;

/// The source of a class with public fields; its objects are equal if their fields are alike.
///
/// @param name its simple name
/// @param text its source
public record ClassSource(String name, String text) {
  /// The package of the classes.
  static final String PACKAGE = ClassSource.class.getPackageName();

  /// Generates the source of a class.
  ///
  /// @param name its simple name
  /// @param fields types by field name, in order
  public static ClassSource of(String name, Map<String, String> fields) {
    String declarations =
        fields.entrySet().stream()
            .map(field -> "  public " + field.getValue() + " " + field.getKey() + ";\n")
            .collect(Collectors.joining());
    String comparison =
        fields.keySet().stream()
            .map(field -> "\n        && Alike.are(%1$s, other.%1$s)".formatted(field))
            .collect(Collectors.joining());
    return new ClassSource(
        name,
        """
        package %s;

        public final class %s {
        %s
          public boolean equals(Object object) {
            return object instanceof %s other%s;
          }

          public int hashCode() {
            return 1;
          }
        }
        """
            .formatted(PACKAGE, name, declarations, name, comparison));
  }
}
