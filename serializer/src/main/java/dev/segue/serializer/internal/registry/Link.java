// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.Nullable;

/// A reference to another class's codec, for classes that were generated at build time: the
/// counterpart of a dynamic constant that [Linkage] resolves. Resolved on first use, so that
/// classes can refer to each other in cycles.
public final class Link {

  private final TypeEntry entry;

  /// Racing threads get the same codec. Volatile, since a codec may have non-final fields.
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
