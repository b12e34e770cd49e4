// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Native memory that belongs to the arena of a segment, whatever is there.
public final class BorrowedScope {

  private BorrowedScope() {}

  /// Memory at an address, with the lifetime and the threads of a segment: a call that is given it
  /// holds what that segment is part of.
  @SuppressWarnings("restricted")
  public static MemorySegment at(long address, long length, MemorySegment owner) {
    return MemorySegment.ofAddress(address).reinterpret(length, new Borrowed(owner), null);
  }

  /// The scope of a segment as an arena, which is the form that reinterpreting takes it in.
  private record Borrowed(MemorySegment owner) implements Arena {

    @Override
    public MemorySegment.Scope scope() {
      return owner.scope();
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      throw new UnsupportedOperationException("the scope is another's");
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException("the scope is another's");
    }
  }
}
