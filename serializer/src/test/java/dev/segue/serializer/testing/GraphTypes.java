// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.util.List;

/// The classes of [Graphs], for tests in other packages.
public final class GraphTypes {

  private GraphTypes() {}

  /// Returns all of these classes.
  ///
  /// @return the classes, in the order of their registration
  public static List<Class<?>> all() {
    return List.of(Graphs.TYPES);
  }
}
