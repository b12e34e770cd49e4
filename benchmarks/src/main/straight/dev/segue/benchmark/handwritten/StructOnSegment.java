// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static dev.segue.benchmark.handwritten.Layouts.LONG;

import dev.segue.workload.Struct;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// [Struct] in a segment: 416 bytes of eight-byte values, then 208 bytes of four-byte values.
public final class StructOnSegment implements Straight<MemorySegment, Struct> {
  private static final int SIZE = 624;

  // One straight-line method: if it were split, its speed would depend on inlining limits.
  @Override
  public int write(MemorySegment memory, int offset, Struct struct) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    memory.set(LONG, offset + 0, struct.f1); // and 103 more
    return SIZE;
  }

  @Override
  public Struct read(MemorySegment memory, int offset) {
    Objects.checkFromIndexSize(offset, SIZE, memory.byteSize());
    var struct = new Struct();
    struct.f1 = memory.get(LONG, offset + 0); // and 103 more
    return struct;
  }
}
