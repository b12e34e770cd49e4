// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;

/// How an instance is created when it is read.
public sealed interface Creation {

  /// The constructor that is called.
  Constructor<?> constructor();

  /// By the class's own no-argument constructor; its fields are assigned afterwards.
  record NoArguments(Constructor<?> constructor) implements Creation {}

  /// Without running a constructor of the class, because it has no no-argument constructor. Its
  /// initializers do not run: all fields are zero until they are assigned.
  record Bypassing(Constructor<?> constructor) implements Creation {}

  /// By a record's canonical constructor, with the components in declared order.
  record Canonical(Constructor<?> constructor) implements Creation {}

  /// Not created: the class has one instance, in a static field; see [Singletons].
  record Single(Constructor<?> constructor, Field instance) implements Creation {}
}
