// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.MemorySegment;

/// The native memory of one encoder or decoder of a stream: what it is to read, what it writes, and
/// the words that tell where it is with both.
final class BrotliBuffers {

  static final int LENGTH = 64 << 10;

  private static final long INPUT = 64;
  private static final long OUTPUT = INPUT + LENGTH;

  private final MemorySegment memory = NativeMemory.allocate(OUTPUT + LENGTH);

  BrotliBuffers() {
    memory.asSlice(0, BrotliBindings.WORDS_LENGTH).fill((byte) 0);
  }

  /// Where the words are.
  long words() {
    return memory.address();
  }

  /// Gives it bytes to read, once all earlier ones were read.
  ///
  /// @param length at most [#LENGTH]
  void put(byte[] bytes, int offset, int length) {
    MemorySegment.copy(bytes, offset, memory, JAVA_BYTE, INPUT, length);
    memory.set(JAVA_LONG, BrotliBindings.AVAILABLE_IN, length);
    memory.set(JAVA_LONG, BrotliBindings.NEXT_IN, memory.address() + INPUT);
  }

  /// Bytes that are still to be read.
  long unread() {
    return memory.get(JAVA_LONG, BrotliBindings.AVAILABLE_IN);
  }

  /// Gives it room to write to, and forgets what it wrote.
  ///
  /// @param length at most [#LENGTH]
  void makeRoom(int length) {
    memory.set(JAVA_LONG, BrotliBindings.AVAILABLE_OUT, length);
    memory.set(JAVA_LONG, BrotliBindings.NEXT_OUT, memory.address() + OUTPUT);
  }

  /// Takes what it wrote since [#makeRoom].
  ///
  /// @return bytes
  int take(byte[] bytes, int offset) {
    long end = memory.get(JAVA_LONG, BrotliBindings.NEXT_OUT);
    int length = (int) (end - memory.address() - OUTPUT);
    MemorySegment.copy(memory, JAVA_BYTE, OUTPUT, bytes, offset, length);
    return length;
  }

  void free() {
    NativeMemory.free(memory);
  }
}
