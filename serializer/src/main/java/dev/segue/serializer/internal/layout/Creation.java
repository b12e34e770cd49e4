// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.internal.bytecode.AssigningConstructor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way in which an instance is created when it is read, and its final fields are assigned.
public sealed interface Creation {

  /// The way in which final fields of an existing instance are assigned.
  enum Finals {
    /// One by one, through reflection.
    BY_REFLECTION,
    /// All at once, as Java serialization assigns them: see [SerialFields].
    BY_SERIALIZATION
  }

  /// The constructor that is called.
  Constructor<?> constructor();

  /// The way in which final fields are assigned after the constructor.
  default Finals finals() {
    return Finals.BY_REFLECTION;
  }

  /// Whether the constructor takes the values of fields, so that an instance is created after them:
  /// whether this is [Canonical], without loading that class.
  default boolean takesFields() {
    return false;
  }

  /// Whether this is [Bypassing], without loading that class.
  default boolean bypassesConstructor() {
    return false;
  }

  /// The field with the only instance; null if this is not [Single].
  default @Nullable Field single() {
    return null;
  }

  /// By the class's own no-argument constructor; its fields are assigned afterwards.
  record NoArguments(Constructor<?> constructor, Finals finals) implements Creation {}

  /// Without running a constructor of the class, since it has no no-argument constructor. Its
  /// initializers do not run: all fields are zero until they are assigned.
  record Bypassing(Constructor<?> constructor, Finals finals) implements Creation {

    @Override
    public boolean bypassesConstructor() {
      return true;
    }
  }

  /// By a constructor that takes the values of fields: a record's canonical constructor, or an
  /// [AssigningConstructor]. Other fields are assigned afterwards.
  ///
  /// @param parameters the fields that its parameters stand for
  /// @param initial the no-argument constructor, which supplies the values of fields that were not
  ///   read; null if there is none, so that these fields are zero
  record Canonical(
      Constructor<?> constructor, List<Field> parameters, @Nullable Constructor<?> initial)
      implements Creation {

    public Canonical {
      parameters = List.copyOf(parameters);
    }

    @Override
    public boolean takesFields() {
      return true;
    }
  }

  /// Not created: the class has one instance, in a static field; see [Singletons].
  record Single(Constructor<?> constructor, Field instance) implements Creation {

    @Override
    public Field single() {
      return instance;
    }
  }
}
