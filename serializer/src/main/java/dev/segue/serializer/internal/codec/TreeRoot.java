// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.container.ContainerKind;

/// A codec of containers of one kind as trees. Nothing refers to trees, and writers with references
/// write tables instead.
interface TreeRoot {

  ContainerKind kind();

  /// Reads elements that a container is filled with later.
  Gathered gather(Object like, Medium medium, long position, long end, int depth);
}
