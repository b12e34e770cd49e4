// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.layout.Shape;

/// What the codec of a writer's class that is not known here says of it besides its objects.
public interface UnknownClass {

  /// What its writer calls it.
  String name();

  /// How objects stand where they are declared to be of the class; the type is that of what they
  /// are read as.
  Shape shape();

  /// Refuses the class itself, unless null is what the reader asked for.
  void checkName(Medium medium, long position);

  /// Refuses an array of the class, unless the reader asked for something that stands for its
  /// objects.
  void checkArray(Medium medium, long position);
}
