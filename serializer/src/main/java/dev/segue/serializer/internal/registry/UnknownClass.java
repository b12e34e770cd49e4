// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.layout.Shape;

/// Describes another writer's class that the reader does not know; part of its codec.
public interface UnknownClass {

  /// The writer's name of the class.
  String name();

  /// The shape of objects that are declared with the class; its type is the type of the values that
  /// replace them.
  Shape shape();

  /// Rejects the class itself as a value, unless the reader's options map unknown values to null.
  void checkName(PayloadBuffer buffer, long position);

  /// Rejects an array of the class, unless the reader's options replace unknown objects.
  void checkArray(PayloadBuffer buffer, long position);
}
