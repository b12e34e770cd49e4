// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import java.lang.System.Logger.Level;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A class that was generated at build time and found at run time, with the objects that it refers
/// to.
final class PreparedClass {

  /// The simple name of the class that marks a package as having classes from build time. It is
  /// also an [Anchor].
  static final String MARKER = "SegueCodecs";

  /// The classes that were not found, so that each is logged once.
  private static final Set<String> MISSING = ConcurrentHashMap.newKeySet();

  private final Constructor<?> constructor;
  private final Object[] constants;

  private PreparedClass(Constructor<?> constructor, Object[] constants) {
    this.constructor = constructor;
    this.constants = constants;
  }

  /// Whether classes beside a type were generated at build time, and should be used.
  @SuppressWarnings("ReferenceEquality") // of class loaders
  static boolean mayBeBeside(Class<?> type) {
    if (!HiddenClasses.looksForPrepared()) {
      return false;
    }
    try {
      return Class.forName(Anchor.nameIn(type, MARKER), false, type.getClassLoader())
              .getClassLoader()
          == type.getClassLoader();
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  /// Finds the class that fits a blueprint. If there is none, or it cannot be used, the result is
  /// null, and the reason is logged.
  ///
  /// The code is generated to obtain its hash and its constants. The hash is part of the class
  /// name, so a class that is found has the same instructions, whatever has changed since the
  /// build.
  ///
  /// @param parameters the parameters of the hidden class's constructor
  static @Nullable PreparedClass find(Blueprint blueprint, Class<?>... parameters) {
    Class<?> type = blueprint.beside();
    if (!mayBeBeside(type)) {
      return null;
    }
    try {
      HiddenClasses.lookupIn(type); // gives the user's module access to the run-time packages
      Constants constants = new Constants();
      String name = PreparedFile.internalName(blueprint.preparedName(constants)).replace('/', '.');
      Class<?> found = Class.forName(name, true, type.getClassLoader());
      if (!blueprint.superclass().isAssignableFrom(found) || !found.isNestmateOf(type)) {
        throw new IncompatibleClassChangeError(
            type.getName() + " was compiled after " + name + " was generated");
      }
      Constructor<?> constructor = found.getDeclaredConstructor(withConstants(parameters));
      constructor.setAccessible(true);
      return new PreparedClass(constructor, constants.linked());
    } catch (ClassNotFoundException e) {
      log(blueprint, null);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      log(blueprint, e);
    }
    return null;
  }

  /// Creates an instance.
  ///
  /// @param arguments the arguments of the hidden class's constructor
  Object create(Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = constants;
    try {
      return constructor.newInstance(all);
    } catch (InvocationTargetException e) {
      throw HiddenClasses.undeclared(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(constructor + " is accessible", e);
    }
  }

  private static Class<?>[] withConstants(Class<?>[] parameters) {
    Class<?>[] all = new Class<?>[parameters.length + 1];
    System.arraycopy(parameters, 0, all, 0, parameters.length);
    all[parameters.length] = Object[].class;
    return all;
  }

  private static void log(Blueprint blueprint, @Nullable Throwable cause) {
    String name = blueprint.beside().getName() + blueprint.role();
    if (MISSING.add(name)) {
      String reason =
          cause == null
              ? "the class, an option, Segue or the JDK has changed since, or it was not among them"
              : cause.toString();
      System.getLogger("dev.segue.serializer")
          .log(
              Level.INFO,
              "no class that was generated at build time fits " + name + ": " + reason,
              cause);
    }
  }
}
