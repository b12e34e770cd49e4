// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.layout.Shape;

/// The codec of another writer's class that is not known here, as far as it describes the class.
public interface UnknownClass {

  /// The name of the class on the writer's side.
  String name();

  /// The shape of objects that are declared with the class; its type is that of the values that
  /// they are read as.
  Shape shape();

  /// Rejects the class itself as a value, unless the reader asked for null in place of unknown
  /// values.
  void checkName(PayloadBuffer buffer, long position);

  /// Rejects an array of the class, unless the reader asked for replacements of unknown objects.
  void checkArray(PayloadBuffer buffer, long position);
}
