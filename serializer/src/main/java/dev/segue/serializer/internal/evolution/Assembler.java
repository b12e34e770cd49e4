// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.function.Supplier;

/// Adds this side's classes to the registry of a writer's.
public interface Assembler {

  /// @param number that of the writer
  /// @param fingerprint that of the writer
  /// @param shapes those of the writer
  /// @param plan what a class is read by that is written by its fields; may fail, when it is first
  ///   asked for
  /// @param conversions what is made of what the plan does not have
  void add(
      TypeRegistry registry,
      LocalType type,
      int number,
      int fingerprint,
      Shapes shapes,
      Supplier<ObjectLayout> plan,
      Conversions conversions);
}
