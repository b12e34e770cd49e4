// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.natives.NativeMemory;
import dev.segue.compression.natives.NativePool;

/// The native memory this module holds, all codecs together.
///
/// Contexts and scratch memory are kept between calls, for any thread to use next. There are no
/// more of them than calls ran at the same time, up to a small multiple of the processors, and none
/// that grew large is kept.
public final class CompressionMemory {

  private CompressionMemory() {}

  /// Bytes held now: contexts, idle or at work, and scratch memory.
  ///
  /// A context at work is counted with the size it had when its work began. What libbrotli
  /// allocates for a call, or for a stream, is not counted.
  ///
  /// @return bytes
  public static long bytesInUse() {
    return NativeMemory.inUseBytes();
  }

  /// Frees what no call is using. The next calls allocate anew.
  public static void releaseIdle() {
    NativePool.freeAllIdle();
  }
}
