// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.wire.Form;
import org.jspecify.annotations.Nullable;

/// The types that the payloads of one writer can hold, with their layouts.
///
/// @param layouts the layouts of the known classes with fields
/// @param writers finds the types of other writers; null if payloads carry no schemas
public record KnownTypes(
    TypeRegistry registry, Shapes shapes, Layouts layouts, @Nullable Writers writers) {

  /// Finds the types of other writers.
  public interface Writers {

    /// Finds the types of a payload's writer.
    ///
    /// @param root the type number of the root
    /// @param fingerprint the fingerprint of the schema
    /// @param document the schema, if the payload carries it
    /// @return the types; null if the schema is the serializer's own
    /// @throws SerializationException if the schema is unknown or corrupt
    @Nullable KnownTypes find(int root, long fingerprint, byte @Nullable [] document);
  }

  /// The types of a payload's writer; null if payloads carry no schemas.
  public @Nullable KnownTypes of(int root, long fingerprint, byte @Nullable [] document) {
    if (writers == null) {
      return null;
    }
    KnownTypes theirs = writers.find(root, fingerprint, document);
    return theirs == null ? this : theirs;
  }

  /// The entry with a type number, or null.
  public @Nullable TypeEntry entry(int number) {
    try {
      return registry.entry(number, SerializationException.NO_OFFSET);
    } catch (SerializationException e) {
      return null;
    }
  }

  /// The layout of a type, or null if it has none.
  public @Nullable ObjectLayout layout(TypeEntry entry) {
    return layouts.of(entry.type());
  }

  /// The layout of a class in payloads with or without compact numbers, regardless of this
  /// serializer's own setting; null if it has none.
  public @Nullable ObjectLayout layout(Class<?> type, boolean compactNumbers) {
    ObjectLayout layout = layouts.of(type);
    return layout == null || registry.options().compactNumbers() == compactNumbers
        ? layout
        : LayoutPlanner.plan(layout.model(), compactNumbers);
  }

  /// The form of a type without a layout. A class that has changed so much that it cannot be read
  /// is opaque.
  public static Form form(TypeEntry entry) {
    try {
      return entry.codec().form();
    } catch (SerializationException e) {
      return Form.OPAQUE;
    }
  }
}
