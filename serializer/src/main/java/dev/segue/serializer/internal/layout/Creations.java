// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.internal.bytecode.AssigningConstructor;
import dev.segue.serializer.internal.layout.Creation.Finals;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides how the instances of a class other than a record are created. The choice depends on
/// final fields, see [FinalFields]. In the order of preference:
///
/// 1. an [AssigningConstructor]. If objects may refer to themselves, or if it checks for nulls, it
///    comes last, since the other ways create an instance before its parts, and accept nulls;
/// 2. reflection, if the JDK permits it;
/// 3. serialization, if the class is serializable;
/// 4. reflection, even if the JDK may refuse it.
final class Creations {

  /// The maximum number of fields of an object that is created after its parts. The code that reads
  /// it is one method: with more fields, it would be too long for the JIT; with more than
  /// [#MOST_FIELDS], for a class file.
  private static final int FEW_FIELDS = 64;

  private static final int MOST_FIELDS = 255;

  private final FinalFields policy;
  private final boolean tracks;

  Creations(FinalFields policy, boolean tracks) {
    this.policy = policy;
    this.tracks = tracks;
  }

  /// @param all the written and ignored fields
  Creation of(Class<?> type, List<FieldModel> written, List<Field> all) {
    List<Field> finals = finals(all);
    Constructor<?> noArguments = noArguments(type);
    if (finals.isEmpty() || (noArguments != null && policy == FinalFields.ALLOW)) {
      return existing(type, noArguments, Finals.BY_REFLECTION);
    }
    AssigningConstructor assigning =
        all.size() <= mostFields() && (noArguments == null || hasNoOthers(type, all))
            ? AssigningConstructor.find(type, finals, all)
            : null;
    if (assigning != null && !assigning.checksNulls() && !(tracks && nests(written))) {
      return last(assigning, noArguments);
    }
    if (policy == FinalFields.ALLOW) {
      return existing(type, noArguments, Finals.BY_REFLECTION);
    }
    if (canSerialize(finals)) {
      return existing(type, noArguments, Finals.BY_SERIALIZATION);
    }
    return assigning != null
        ? last(assigning, noArguments)
        : existing(type, noArguments, Finals.BY_REFLECTION);
  }

  private int mostFields() {
    return policy == FinalFields.ALLOW ? FEW_FIELDS : MOST_FIELDS;
  }

  private static List<Field> finals(List<Field> all) {
    List<Field> finals = new ArrayList<>();
    for (Field field : all) {
      if (Modifier.isFinal(field.getModifiers())
          && (StateFields.isState(field) || field.isAnnotationPresent(DefaultValue.class))) {
        finals.add(field);
      }
    }
    return finals;
  }

  private static @Nullable Constructor<?> noArguments(Class<?> type) {
    try {
      return type.getDeclaredConstructor();
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /// Whether a class has no fields that only its no-argument constructor could set.
  private static boolean hasNoOthers(Class<?> type, Collection<Field> all) {
    for (Class<?> c = type; c != Object.class && !ClassModels.isJdk(c); c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !all.contains(field)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean nests(List<FieldModel> fields) {
    for (FieldModel field : fields) {
      if (!(field.shape() instanceof Shape.Inline) && ObjectLayout.nests(field.shape())) {
        return true;
      }
    }
    return false;
  }

  private static boolean canSerialize(List<Field> finals) {
    for (Map.Entry<Class<?>, List<Field>> level : StateFields.byClass(finals).entrySet()) {
      if (!SerialFields.canSet(level.getKey(), level.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static Creation last(AssigningConstructor found, @Nullable Constructor<?> initial) {
    return new Creation.Canonical(found.constructor(), found.parameters(), initial);
  }

  private static Creation existing(
      Class<?> type, @Nullable Constructor<?> noArguments, Finals finals) {
    if (noArguments != null) {
      return new Creation.NoArguments(noArguments, finals);
    }
    Constructor<?> bypass = Bypass.constructorOf(type);
    if (bypass == null) {
      throw ClassModels.unsupported(
          type,
          "it has no constructor without parameters, and the module jdk.unsupported, which would"
              + " make up for it, is missing; add a constructor (it may be private)");
    }
    return new Creation.Bypassing(bypass, finals);
  }
}
