// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Creates segments at any address that have the scope of another segment.
public final class BorrowedScope {

  private BorrowedScope() {}

  /// Returns a segment at an address, with the lifetime and thread confinement of its owner. A
  /// native call with it holds the arena of the owner.
  @SuppressWarnings("restricted")
  public static MemorySegment at(long address, long length, MemorySegment owner) {
    return MemorySegment.ofAddress(address).reinterpret(length, new Borrowed(owner), null);
  }

  /// The scope of a segment as an arena, the form that `reinterpret` requires.
  private record Borrowed(MemorySegment owner) implements Arena {

    @Override
    public MemorySegment.Scope scope() {
      return owner.scope();
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      throw new UnsupportedOperationException("the scope belongs to another arena");
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException("the scope belongs to another arena");
    }
  }
}
