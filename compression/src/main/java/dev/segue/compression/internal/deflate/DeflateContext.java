// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.deflate;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.natives.NativePool;
import dev.segue.compression.internal.natives.NativeResource;
import dev.segue.compression.internal.natives.Rethrow;
import dev.segue.compression.internal.natives.Staging;

/// A `libdeflate_compressor` of some level, or a `libdeflate_decompressor`, with what its calls
/// need. Used by one thread at a time, which is what the pool sees to.
final class DeflateContext implements NativeResource {

  static final NativePool<DeflateContext> DECOMPRESSORS =
      new NativePool<>(() -> new DeflateContext(allocateDecompressor(), false));

  final Staging staging = new Staging();
  final long address;
  private final boolean compressor;

  private DeflateContext(long address, boolean compressor) {
    this.address = address;
    this.compressor = compressor;
    if (address == 0) {
      staging.free();
      throw new CompressionException(Kind.OUT_OF_MEMORY, "libdeflate cannot allocate memory");
    }
  }

  static DeflateContext compressor(int level) {
    return new DeflateContext(allocateCompressor(level), true);
  }

  private static long allocateCompressor(int level) {
    try {
      return (long) DeflateBindings.ALLOC_COMPRESSOR.invokeExact(level, AccountedAllocator.OPTIONS);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  private static long allocateDecompressor() {
    try {
      return (long) DeflateBindings.ALLOC_DECOMPRESSOR.invokeExact(AccountedAllocator.OPTIONS);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  @Override
  public long settle() {
    return staging.settle();
  }

  @Override
  public void free() {
    staging.free();
    try {
      if (compressor) {
        DeflateBindings.FREE_COMPRESSOR.invokeExact(address);
      } else {
        DeflateBindings.FREE_DECOMPRESSOR.invokeExact(address);
      }
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
