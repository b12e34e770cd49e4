// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;

/// How an instance comes to be when it is read.
public sealed interface Creation {

  /// The constructor that is called.
  Constructor<?> constructor();

  /// By the class's own constructor without parameters; its fields are assigned afterwards.
  record NoArguments(Constructor<?> constructor) implements Creation {}

  /// Past all constructors of the class, because it has none without parameters: its fields are
  /// zero until they are assigned, whatever its initializers say.
  record Bypassing(Constructor<?> constructor) implements Creation {}

  /// By a record's canonical constructor, with the components in declared order.
  record Canonical(Constructor<?> constructor) implements Creation {}

  /// Not at all: the class has one instance, which a static field holds, see [Singletons].
  record Single(Constructor<?> constructor, Field instance) implements Creation {}
}
