// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeMemory;
import java.lang.foreign.MemorySegment;

/// The native memory of one stream encoder or decoder: an input buffer, an output buffer, and the
/// words that hold its positions in both.
final class BrotliBuffers {

  static final int LENGTH = 64 << 10;

  private static final long INPUT = 64;
  private static final long OUTPUT = INPUT + LENGTH;

  private final MemorySegment memory = NativeMemory.allocate(OUTPUT + LENGTH);

  BrotliBuffers() {
    memory.asSlice(0, BrotliBindings.WORDS_LENGTH).fill((byte) 0);
  }

  /// Returns the address of the words.
  long words() {
    return memory.address();
  }

  /// Copies bytes into the input buffer, after all earlier ones have been read.
  ///
  /// @param length at most [#LENGTH]
  void put(byte[] bytes, int offset, int length) {
    MemorySegment.copy(bytes, offset, memory, JAVA_BYTE, INPUT, length);
    memory.set(JAVA_LONG, BrotliBindings.AVAILABLE_IN, length);
    memory.set(JAVA_LONG, BrotliBindings.NEXT_IN, memory.address() + INPUT);
  }

  /// Returns the number of unread input bytes.
  long unread() {
    return memory.get(JAVA_LONG, BrotliBindings.AVAILABLE_IN);
  }

  /// Empties the output buffer, and limits the output of the next step.
  ///
  /// @param length at most [#LENGTH]
  void makeRoom(int length) {
    memory.set(JAVA_LONG, BrotliBindings.AVAILABLE_OUT, length);
    memory.set(JAVA_LONG, BrotliBindings.NEXT_OUT, memory.address() + OUTPUT);
  }

  /// Copies out the bytes written since [#makeRoom].
  ///
  /// @return the number of bytes
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
