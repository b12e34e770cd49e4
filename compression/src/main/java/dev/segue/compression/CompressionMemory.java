// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.natives.NativeMemory;
import dev.segue.compression.internal.natives.NativePool;

/// Reports the total native memory of all codecs, and releases the idle part.
///
/// Native contexts and scratch memory are kept between calls and reused by any thread. Their number
/// grows to the number of concurrent calls, up to a small multiple of the number of processors;
/// large ones are not kept. Both methods can be called from any thread.
public final class CompressionMemory {

  private CompressionMemory() {}

  /// Returns the native memory held now: contexts, idle or in use, dictionaries and scratch memory.
  ///
  /// A context in use counts with its size at the start of its use. Memory that libbrotli allocates
  /// for a call or a stream is not counted.
  ///
  /// @return bytes
  public static long bytesInUse() {
    return NativeMemory.inUseBytes();
  }

  /// Frees the memory that no call is using. Later calls allocate new memory as needed.
  public static void releaseIdle() {
    FailureTranslation.run(NativePool::freeAllIdle);
  }
}
