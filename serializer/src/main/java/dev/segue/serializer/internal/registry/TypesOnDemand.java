// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

/// The types that a [TypeRegistry] adds only when one of them, or the number of one, is not found.
/// Adding all of them takes as long as loading some hundred classes, so there are two parts.
public interface TypesOnDemand {

  /// Adds the types that many programs use. Called first. Adds none by default.
  default void addFrequent(TypeRegistry registry) {}

  /// Adds all other types.
  void addOthers(TypeRegistry registry);

  /// Whether a class that is not of the JDK is one of these types. None is by default.
  default boolean includes(Class<?> type) {
    return false;
  }
}
