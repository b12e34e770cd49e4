// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.function.Supplier;

/// Adds the reader's classes to the registry for another writer's payloads.
public interface Assembler {

  /// @param registry the registry for the writer's payloads
  /// @param type the reader's class, with the writer's number and fingerprint
  /// @param shapes the writer's shapes
  /// @param plan the plan for reading a class that is written field by field; may fail when it is
  ///   first used
  /// @param conversions the conversions of values that the plan does not cover
  void add(
      TypeRegistry registry,
      LocalType type,
      Shapes shapes,
      Supplier<ObjectLayout> plan,
      Conversions conversions);
}
