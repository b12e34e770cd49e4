// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.unregistered;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.SeenClasses;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Completes the error about a class that is not registered: adds the other classes that the user
/// will also have to register. The search takes time, but runs only after a failure.
public final class MissingRegistrations {

  private static final int MOST_NAMED = 20;
  private static final int MOST_EXPLAINED = 3;

  private final Collection<Class<?>> registered;
  private final Predicate<Class<?>> isPlain;
  private final Predicate<Class<?>> isKnown;
  private final @Nullable Trial trial;

  /// @param registered the registered classes that are written field by field
  /// @param isPlain whether a known class is written field by field
  /// @param isKnown whether a class is registered, or needs no registration
  public MissingRegistrations(
      Collection<Class<?>> registered,
      Predicate<Class<?>> isPlain,
      Predicate<Class<?>> isKnown,
      @Nullable Trial trial) {
    this.registered = registered;
    this.isPlain = isPlain;
    this.isKnown = isKnown;
    this.trial = trial;
  }

  /// Adds the classes of other objects in the graph, and the classes that the fields of all these
  /// classes and of registered ones declare.
  ///
  /// @param type the class that the error is about
  public SerializationException complete(
      SerializationException refusal, Class<?> type, Object root) {
    Set<Class<?>> missing = new LinkedHashSet<>(SeenClasses.unknownIn(root, isPlain, isKnown));
    missing.removeIf(UnregisteredErrors::isGenerated);
    missing.add(type);
    List<Class<?>> start = new ArrayList<>(registered);
    start.addAll(missing);
    Set<Class<?>> declared =
        DeclaredClasses.mostReachableFrom(
            start, known -> isPlain.test(known) ? known : null, isKnown);
    declared.removeAll(missing);
    missing.addAll(declared);
    missing.remove(type);
    return Errors.retold(refusal, Errors.text(refusal) + describe(missing, !declared.isEmpty()));
  }

  private String describe(Collection<Class<?>> missing, boolean areDeclared) {
    List<String> names = new ArrayList<>();
    List<String> others = new ArrayList<>();
    boolean areHidden = false;
    for (Class<?> type : missing) {
      if (names.size() < MOST_NAMED) {
        String other = UnregisteredErrors.otherRemedy(type, trial);
        if (other == null) {
          names.add(NameInCode.of(type));
          areHidden |= !NameInCode.isPublic(type);
        } else {
          others.add(other);
        }
      }
    }
    int more = missing.size() - names.size() - others.size();
    StringBuilder text = new StringBuilder();
    if (!names.isEmpty()) {
      text.append("; not registered either, in this graph or declared by its fields: ")
          .append(String.join(", ", names))
          .append(more > 0 ? ", and " + more + " more" : "");
    }
    if (areHidden) {
      text.append(" (in other packages, those that are not public: Class.forName)");
    }
    if (areDeclared) {
      text.append(
          " (registerReachable registers a class with all classes that its fields declare)");
    }
    others.stream().limit(MOST_EXPLAINED).forEach(other -> text.append("; ").append(other));
    return text.toString();
  }
}
