// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.unregistered.MissingRegistrations;
import dev.segue.serializer.internal.unregistered.Trial;
import dev.segue.serializer.internal.unregistered.UnregisteredErrors;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// The classes whose objects a serializer can write, and the errors about all others. Created when
/// it is needed, which is seldom.
///
/// @param registry the types that the serializer knows
/// @param trial checks whether a class can be registered, for messages
public record WritableClasses(TypeRegistry registry, @Nullable Trial trial) {

  /// Whether a class has no name by which other JVMs could find it, or belongs to the JDK.
  public static boolean existsOnlyHere(Class<?> type) {
    return type.isPrimitive()
        || Families.isJdk(type)
        || type.isHidden()
        || type.isSynthetic()
        || type.isAnonymousClass()
        || Proxy.isProxyClass(type)
        || UnregisteredErrors.isGenerated(type);
  }

  /// Whether objects of exactly this class can be written, apart from the objects that they hold.
  boolean include(Class<?> type) {
    if (type.isArray()) {
      Class<?> innermost = Shapes.innermost(type);
      return innermost.isPrimitive()
          || registry.entry(type) != null
          || isNamed(innermost)
          || allows(innermost)
          || allows(type);
    }
    if (type.isPrimitive()) {
      return type != void.class;
    }
    boolean isConstant = Enum.class.isAssignableFrom(type) && !type.isEnum();
    return !DeclaredClasses.isAbstract(type) && isKnown(isConstant ? type.getSuperclass() : type);
  }

  private boolean isNamed(Class<?> innermost) {
    return registry.entryOfKnown(innermost) != null || JdkNames.canName(innermost);
  }

  private boolean allows(Class<?> type) {
    RuledClasses rules = registry.rules();
    return rules != null && rules.allows(type);
  }

  private boolean isKnown(Class<?> type) {
    return registry.entry(type) != null || registry.isInFamily(type) || allows(type);
  }

  /// The error about a class whose objects cannot be written.
  SerializationException refusal(Class<?> type) {
    TypeTable table = registry.table();
    Class<?> other = table.namesake(type);
    if (other != null) {
      return UnregisteredErrors.reloaded(type, other);
    }
    SerializationException refusal =
        UnregisteredErrors.of(type, nearestRegistered(type, table), trial);
    return registry.hasRules() ? UnregisteredErrors.byRules(refusal) : refusal;
  }

  private static @Nullable Class<?> nearestRegistered(Class<?> type, TypeTable table) {
    for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
      TypeEntry entry = table.get(c);
      if (entry != null && entry.id() >= TypeRegistry.FIRST_USER_ID) {
        return c;
      }
    }
    return null;
  }

  /// Completes an error that leaves a payload being written: names the other classes of the graph
  /// that are not registered.
  SerializationException completed(SerializationException error, Object root) {
    Class<?> type = Errors.takeSubject(error);
    return type == null
        ? error
        : new MissingRegistrations(
                registry.shapes().registered(), this::isPlain, this::isKnown, trial)
            .complete(error, type, root);
  }

  private boolean isPlain(Class<?> type) {
    RuledClasses rules = registry.rules();
    return registry.shapes().isBean(type) || (rules != null && rules.isPlain(type));
  }
}
