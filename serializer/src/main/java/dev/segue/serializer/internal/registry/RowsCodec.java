// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.layout.Shape;
import org.jspecify.annotations.Nullable;

/// The codec of containers that are nothing but their rows, so that a declared table of columns can
/// take its place.
public interface RowsCodec {

  /// How containers are taken apart.
  ContainerKind writtenKind();

  /// How rows become a container where a table is declared; null if it does not say enough.
  @Nullable ContainerKind readKind(Shape.Table table);
}
