// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

/// The classes that rules allow. They become known when they are first met.
public interface RuledClasses {

  /// Makes a class known, with all classes that its fields declare and that rules allow. No
  /// registry's lock is held.
  ///
  /// @param type the class of an object; the enum of a constant; or an array class
  /// @return false if no rule allows the class
  /// @throws dev.segue.serializer.SerializationException if a rule allows the class, but it cannot
  ///   be serialized
  boolean admit(Class<?> type);

  /// Whether [#admit] would make a class known, or has done so.
  boolean allows(Class<?> type);

  /// Whether objects of a class that is not registered are written by their fields alone.
  boolean isPlain(Class<?> type);
}
