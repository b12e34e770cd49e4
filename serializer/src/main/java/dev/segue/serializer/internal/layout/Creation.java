// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.internal.bytecode.AssigningConstructor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an instance is created when it is read, and how its final fields are assigned.
public sealed interface Creation {

  /// How final fields of an instance that exists are assigned.
  enum Finals {
    /// One by one, by handles from reflection.
    BY_REFLECTION,
    /// Together, as Java serialization assigns them: see [SerialFields].
    BY_SERIALIZATION
  }

  /// The constructor that is called.
  Constructor<?> constructor();

  /// How final fields are assigned after the constructor.
  default Finals finals() {
    return Finals.BY_REFLECTION;
  }

  /// By the class's own no-argument constructor; its fields are assigned afterwards.
  record NoArguments(Constructor<?> constructor, Finals finals) implements Creation {}

  /// Without running a constructor of the class, because it has no no-argument constructor. Its
  /// initializers do not run: all fields are zero until they are assigned.
  record Bypassing(Constructor<?> constructor, Finals finals) implements Creation {}

  /// By a constructor that takes the values of fields: a record's canonical constructor, or an
  /// [AssigningConstructor]. Other fields are assigned afterwards.
  ///
  /// @param parameters the fields that its parameters stand for
  /// @param initial the no-argument constructor, which gives fields that were not read their
  ///   values; null if there is none, so that they are zero
  record Canonical(
      Constructor<?> constructor, List<Field> parameters, @Nullable Constructor<?> initial)
      implements Creation {

    public Canonical {
      parameters = List.copyOf(parameters);
    }
  }

  /// Not created: the class has one instance, in a static field; see [Singletons].
  record Single(Constructor<?> constructor, Field instance) implements Creation {}
}
