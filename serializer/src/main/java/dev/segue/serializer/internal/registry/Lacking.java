// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.LoaderNames;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.NameInCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Completes the error about a class that is not registered, so that one message names all that a
/// graph lacks: what is declared by that class and by those that are registered. Built when writing
/// has failed, so it may take its time.
final class Lacking {

  private static final int MOST_NAMED = 20;

  private Lacking() {}

  /// @param refusal the error
  /// @param type the class that is not registered
  /// @param registered those that are, and are written by their fields
  /// @param isKnown whether a class is registered, or needs no registration
  static SerializationException complete(
      SerializationException refusal,
      Class<?> type,
      Collection<Class<?>> registered,
      Predicate<Class<?>> isKnown) {
    if (refusal.kind() != Kind.UNREGISTERED_CLASS) {
      return refusal;
    }
    for (Class<?> other : registered) {
      if (other.getName().equals(type.getName())) {
        return Errors.of(
            Kind.UNREGISTERED_CLASS,
            "%s is not registered, but %s is; register the one that objects are of"
                .formatted(LoaderNames.of(type, other), LoaderNames.of(other, type)));
      }
    }
    List<Class<?>> start = new ArrayList<>(registered);
    start.add(type);
    List<Class<?>> lacking =
        DeclaredClasses.mostReachableFrom(
                start, known -> registered.contains(known) ? known : null, isKnown)
            .stream()
            .filter(found -> found != type)
            .toList();
    return lacking.isEmpty()
        ? refusal
        : Errors.of(
            Kind.UNREGISTERED_CLASS,
            refusal.getMessage()
                + "; declared and not registered either: "
                + names(lacking)
                + " (registerReachable registers a class with all that its fields declare)");
  }

  private static String names(List<Class<?>> lacking) {
    String names =
        lacking.stream().limit(MOST_NAMED).map(NameInCode::of).collect(Collectors.joining(", "));
    return lacking.size() > MOST_NAMED
        ? names + ", and " + (lacking.size() - MOST_NAMED) + " more"
        : names;
  }
}
