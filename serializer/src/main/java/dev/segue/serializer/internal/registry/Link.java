// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.Nullable;

/// A reference of a class that was generated at build time to the codec of another class: the
/// counterpart of a dynamic constant that [Linkage] resolves. Resolved on first use, so that
/// classes can refer to each other in cycles.
public final class Link {

  private final TypeEntry entry;

  /// Threads that race get the same codec. Volatile, since a codec may have fields that are not
  /// final.
  private volatile @Nullable ObjectCodec codec;

  public Link(TypeEntry entry) {
    this.entry = entry;
  }

  public ObjectCodec codec() {
    ObjectCodec linked = codec;
    if (linked == null) {
      linked = Linkage.codec(entry);
      codec = linked;
    }
    return linked;
  }
}
