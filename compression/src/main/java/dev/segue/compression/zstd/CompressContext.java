// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.zstd;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.natives.NativeMemory;
import dev.segue.compression.natives.NativePool;
import dev.segue.compression.natives.NativeResource;
import dev.segue.compression.natives.Rethrow;
import dev.segue.compression.natives.Scratch;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A `ZSTD_CCtx` with the scratch memory its calls need. Used by one thread at a time, which is
/// what the pool sees to.
final class CompressContext implements NativeResource {

  static final NativePool<CompressContext> POOL = new NativePool<>(CompressContext::new);

  static final int CONTINUE = 0;
  static final int END = 2;

  private static final int RESET_SESSION = 1;
  private static final int RESET_SESSION_AND_PARAMETERS = 3;
  private static final int PARAMETER_LEVEL = 100;
  private static final long DESTINATION_POSITION = 0;
  private static final long SOURCE_POSITION = 8;

  final Scratch input = new Scratch();
  final Scratch output = new Scratch();

  private final MemorySegment positions = NativeMemory.allocate(16);
  private final long address;
  private @Nullable CompressSettings current;
  private long accounted;

  private CompressContext() {
    try {
      address = (long) ZstdBindings.CREATE_CCTX.invokeExact();
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    if (address == 0) {
      NativeMemory.free(positions);
      throw ZstdErrors.exception(ZstdErrors.MEMORY_ALLOCATION, "creating a context", -1);
    }
    settle();
  }

  /// Sets everything the settings say, if it is not set already. They must be acquired.
  void configure(CompressSettings settings) {
    if (current == settings) {
      return;
    }
    current = null;
    reset(RESET_SESSION_AND_PARAMETERS);
    set(PARAMETER_LEVEL, settings.level);
    for (int i = 0; i < settings.parameters.length; i++) {
      set(settings.parameters[i], settings.values[i]);
    }
    if (settings.dictionary != null) {
      long digest = settings.dictionary.forCompression(settings.level);
      try {
        long result = (long) ZstdBindings.CCTX_REF_CDICT.invokeExact(address, digest);
        ZstdErrors.check(result, "setting a dictionary");
      } catch (Throwable t) {
        throw Rethrow.unchecked(t);
      }
    }
    current = settings;
  }

  private void set(int parameter, int value) {
    try {
      long result =
          (long) ZstdBindings.CCTX_SET_PARAMETER_TRIVIAL.invokeExact(address, parameter, value);
      ZstdErrors.check(result, "setting parameter " + parameter + " to " + value);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Compresses between native segments.
  long compress(MemorySegment source, long sourceLength, MemorySegment destination, long capacity) {
    try {
      return (long)
          ZstdBindings.COMPRESS2.invokeExact(address, destination, capacity, source, sourceLength);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Compresses between segments of any kind, and holds off the garbage collector meanwhile.
  long compressHeap(MemorySegment source, MemorySegment destination) {
    try {
      return (long)
          ZstdBindings.COMPRESS2_HEAP.invokeExact(
              address, destination, destination.byteSize(), source, source.byteSize());
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Begins a frame that is written piece by piece and will have so many bytes of content; -1 when
  /// that is not known.
  void begin(long contentLength) {
    reset();
    try {
      long result =
          (long) ZstdBindings.CCTX_SET_PLEDGED_SRC_SIZE_TRIVIAL.invokeExact(address, contentLength);
      ZstdErrors.check(result, "announcing the content size");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Leaves a frame that was begun, whole or not; the parameters stay.
  void reset() {
    reset(RESET_SESSION);
  }

  private void reset(int directive) {
    try {
      long result = (long) ZstdBindings.CCTX_RESET_TRIVIAL.invokeExact(address, directive);
      ZstdErrors.check(result, "resetting a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// Sets what precedes the content of the next frame. Its memory must stay until that frame ends.
  void prefix(MemorySegment content, long length) {
    try {
      long result = (long) ZstdBindings.CCTX_REF_PREFIX.invokeExact(address, content, length);
      ZstdErrors.check(result, "setting a prefix");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  /// One step of a stream between native segments, from [#sourcePosition] to
  /// [#destinationPosition]; both move.
  long step(
      MemorySegment source,
      long sourceLength,
      MemorySegment destination,
      long capacity,
      int directive) {
    long words = positions.address();
    try {
      return (long)
          ZstdBindings.COMPRESS_STREAM2.invokeExact(
              address,
              destination,
              capacity,
              words + DESTINATION_POSITION,
              source,
              sourceLength,
              words + SOURCE_POSITION,
              directive);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  long sourcePosition() {
    return positions.get(JAVA_LONG, SOURCE_POSITION);
  }

  void sourcePosition(long position) {
    positions.set(JAVA_LONG, SOURCE_POSITION, position);
  }

  long destinationPosition() {
    return positions.get(JAVA_LONG, DESTINATION_POSITION);
  }

  void destinationPosition(long position) {
    positions.set(JAVA_LONG, DESTINATION_POSITION, position);
  }

  @Override
  public long settle() {
    long size;
    try {
      size = (long) ZstdBindings.SIZEOF_CCTX_TRIVIAL.invokeExact(address);
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    if (size != accounted) {
      NativeMemory.account(size - accounted);
      accounted = size;
    }
    return size + input.sizeBytes() + output.sizeBytes();
  }

  @Override
  public void free() {
    settle();
    try {
      long result = (long) ZstdBindings.FREE_CCTX.invokeExact(address);
      ZstdErrors.check(result, "freeing a context");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
    NativeMemory.account(-accounted);
    NativeMemory.free(positions);
    input.free();
    output.free();
  }
}
