// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.function.Supplier;

/// Adds this side's classes to the registry for another writer's payloads.
public interface Assembler {

  /// @param registry the writer's
  /// @param type this side's class, with the writer's number and fingerprint
  /// @param shapes the writer's
  /// @param plan the plan for reading a class that is written by its fields; may fail when it is
  ///   first used
  /// @param conversions the conversions of values that the plan does not cover
  void add(
      TypeRegistry registry,
      LocalType type,
      Shapes shapes,
      Supplier<ObjectLayout> plan,
      Conversions conversions);
}
