// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Options;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Adds `ByteBuffer` and `MemorySegment`, which are written by content. Reading allocates memory of
/// the same kind, on the heap or native, unless the options ask for slices of the payload.
final class MemoryTypes {

  private MemoryTypes() {}

  static void addTo(Catalog catalog) {
    Options options = catalog.registry().options();
    catalog.addFamily(184, ByteBuffer.class, new BufferCodec(options.slicesBuffers()));
    catalog.addFamily(185, MemorySegment.class, new RawMemoryCodec(options.slicesSegments()));
  }
}
