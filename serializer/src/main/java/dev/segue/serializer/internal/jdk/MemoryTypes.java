// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Options;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Memory by its content: what comes back has memory of its own, on the heap or off it, as it was,
/// which goes with its last reference; or is a part of other memory, where that is asked for.
final class MemoryTypes {

  private MemoryTypes() {}

  static void addTo(Catalog catalog) {
    Options options = catalog.registry().options();
    catalog.addFamily(184, ByteBuffer.class, new BufferCodec(options.slicesBuffers()));
    catalog.addFamily(185, MemorySegment.class, new SegmentCodec(options.slicesSegments()));
  }
}
