// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import java.lang.foreign.MemorySegment;

/// Native scratch memory for a call: one block in place of a heap source, one for a destination,
/// and a few words for results. Belongs to one thread at a time.
public final class Staging implements NativeResource {

  /// Idle instances, for callers that need scratch memory and no native context.
  public static final NativePool<Staging> POOL = new NativePool<>(Staging::new);

  /// The length of the words, in bytes.
  public static final long WORDS_LENGTH = 5 * Long.BYTES;

  private final Scratch input = new Scratch();
  private final Scratch output = new Scratch();
  private final MemorySegment words;
  private final boolean ownsWords;

  /// Creates an instance that holds nothing but its words.
  public Staging() {
    this.words = NativeMemory.allocate(WORDS_LENGTH);
    this.ownsWords = true;
  }

  /// Creates an instance whose words are in the caller's memory.
  ///
  /// @param words [#WORDS_LENGTH] bytes of native memory, which this instance does not free
  public Staging(MemorySegment words) {
    this.words = words;
    this.ownsWords = false;
  }

  /// Returns the scratch memory for a source.
  public Scratch input() {
    return input;
  }

  /// Returns the scratch memory for a destination.
  public Scratch output() {
    return output;
  }

  /// Returns the words in which native functions report results.
  public MemorySegment words() {
    return words;
  }

  /// Returns the bytes of both scratch blocks.
  public long scratchBytes() {
    return input.sizeBytes() + output.sizeBytes();
  }

  /// Frees scratch memory that is too large for a pool to keep.
  @Override
  public long settle() {
    if (scratchBytes() > NativePool.LARGEST_KEPT_BYTES) {
      freeScratch();
    }
    return scratchBytes();
  }

  private void freeScratch() {
    input.free();
    output.free();
  }

  @Override
  public void free() {
    freeScratch();
    if (ownsWords) {
      NativeMemory.free(words);
    }
  }
}
