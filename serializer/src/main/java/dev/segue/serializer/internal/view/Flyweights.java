// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

/// The flyweights that give users access to strings and lists. The public package passes them in:
/// their interfaces are sealed, so this package cannot implement them.
public interface Flyweights {

  /// The interface for strings.
  Class<?> text();

  /// Reads strings.
  Part texts();

  /// The interface for lists of objects.
  Class<?> list();

  /// Returns a reader of lists with the given elements.
  Part lists(ViewedElements elements);
}
