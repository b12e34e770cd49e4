// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Options;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// `ByteBuffer` and `MemorySegment`, by content. Values read have memory of their own, on the heap
/// or native as before, unless the options ask for slices of the payload.
final class MemoryTypes {

  private MemoryTypes() {}

  static void addTo(Catalog catalog) {
    Options options = catalog.registry().options();
    catalog.addFamily(184, ByteBuffer.class, new BufferCodec(options.slicesBuffers()));
    catalog.addFamily(185, MemorySegment.class, new RawMemoryCodec(options.slicesSegments()));
  }
}
