// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

/// The classes that rules allow. They become known when they first occur.
public interface RuledClasses {

  /// Adds a class to the known ones, with all classes that its fields declare and that rules allow.
  /// Called without holding the lock of a registry.
  ///
  /// @param type the class of an object; the enum of a constant; or an array class
  /// @return false if no rule allows the class
  /// @throws dev.segue.serializer.SerializationException if a rule allows the class, but it cannot
  ///   be serialized
  boolean admit(Class<?> type);

  /// Whether [#admit] would add a class, or has done so.
  boolean allows(Class<?> type);

  /// Whether nothing but the fields of an unregistered class's objects is written.
  boolean isPlain(Class<?> type);
}
