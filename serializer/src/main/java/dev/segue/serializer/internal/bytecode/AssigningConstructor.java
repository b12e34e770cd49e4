// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.bytecode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A constructor whose bytecode only assigns each of its parameters to a field. Calling it is
/// equivalent to assigning these fields, including final ones.
///
/// @param parameters the field that each parameter is assigned to, with the parameter's type
/// @param checksNulls whether it rejects nulls, which an assignment would not do
public record AssigningConstructor(
    Constructor<?> constructor, List<Field> parameters, boolean checksNulls) {

  public AssigningConstructor {
    parameters = List.copyOf(parameters);
  }

  /// The constructor of a class that assigns the most fields: all of the required ones, and only
  /// allowed ones. A constructor without null checks is preferred. Null if there is none, or if the
  /// class file is not available.
  public static @Nullable AssigningConstructor find(
      Class<?> type, Collection<Field> required, Collection<Field> allowed) {
    ConstructorCode code = ConstructorCode.of(type);
    if (code == null) {
      return null;
    }
    Set<Field> permitted = new HashSet<>(allowed);
    AssigningConstructor best = null;
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() >= required.size()) {
        AssigningConstructor found = code.examine(constructor);
        if (found != null
            && permitted.containsAll(found.parameters)
            && found.parameters.containsAll(required)
            && (best == null || found.isBetterThan(best))) {
          best = found;
        }
      }
    }
    return best;
  }

  private boolean isBetterThan(AssigningConstructor other) {
    return checksNulls == other.checksNulls
        ? parameters.size() > other.parameters.size()
        : !checksNulls;
  }
}
