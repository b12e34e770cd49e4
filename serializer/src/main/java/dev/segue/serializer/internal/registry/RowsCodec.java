// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.layout.Shape;
import org.jspecify.annotations.Nullable;

/// The codec of containers whose only state is their rows, so that the table of a declared type can
/// be used instead.
public interface RowsCodec {

  /// The kind of container that is written.
  ContainerKind writtenKind();

  /// The kind of container that the rows of a declared table are read into; null if the declaration
  /// does not determine it.
  @Nullable ContainerKind readKind(Shape.Table table);
}
