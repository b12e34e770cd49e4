// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.Rethrow;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The functions for contexts in memory of the caller's, and for how much they need.
final class StaticBindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.ZSTD.require();

  // ZSTD_CCtx* ZSTD_initStaticCCtx(void* workspace, size_t workspaceSize);
  static final MethodHandle INIT_CCTX =
      LIBRARY.link("ZSTD_initStaticCCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
  // ZSTD_DCtx* ZSTD_initStaticDCtx(void* workspace, size_t workspaceSize);
  static final MethodHandle INIT_DCTX =
      LIBRARY.link("ZSTD_initStaticDCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));

  // ZSTD_CCtx_params* ZSTD_createCCtxParams(void);
  private static final MethodHandle CREATE_PARAMS =
      LIBRARY.link("ZSTD_createCCtxParams", FunctionDescriptor.of(JAVA_LONG));
  // size_t ZSTD_CCtxParams_setParameter(ZSTD_CCtx_params* params, ZSTD_cParameter param, int
  // value);
  private static final MethodHandle SET_PARAM =
      LIBRARY.link(
          "ZSTD_CCtxParams_setParameter",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT));
  // size_t ZSTD_freeCCtxParams(ZSTD_CCtx_params* params);
  private static final MethodHandle FREE_PARAMS =
      LIBRARY.link("ZSTD_freeCCtxParams", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // size_t ZSTD_estimateCStreamSize_usingCCtxParams(const ZSTD_CCtx_params* params);
  private static final MethodHandle ESTIMATE_CSTREAM =
      LIBRARY.link(
          "ZSTD_estimateCStreamSize_usingCCtxParams", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // size_t ZSTD_estimateDStreamSize(size_t maxWindowSize);
  private static final MethodHandle ESTIMATE_DSTREAM =
      LIBRARY.link("ZSTD_estimateDStreamSize", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));

  private static final int PARAMETER_LEVEL = 100;

  private StaticBindings() {}

  /// Refuses an address that is not the start of the memory that was initialised.
  static void requireInitialised(long address, MemorySegment memory) {
    if (address != memory.address()) {
      throw ZstdErrors.exception(ZstdErrors.MEMORY_ALLOCATION, "initialising a workspace", -1);
    }
  }

  /// The most memory a compression with these settings takes.
  static long compressLength(CompressSettings settings) {
    try {
      long params = (long) CREATE_PARAMS.invokeExact();
      if (params == 0) {
        throw ZstdErrors.exception(ZstdErrors.MEMORY_ALLOCATION, "estimating a workspace", -1);
      }
      try {
        set(params, PARAMETER_LEVEL, settings.level);
        for (int i = 0; i < settings.parameters.length; i++) {
          set(params, settings.parameters[i], settings.values[i]);
        }
        long estimate = (long) ESTIMATE_CSTREAM.invokeExact(params);
        return ZstdErrors.check(estimate, "estimating a workspace");
      } finally {
        long result = (long) FREE_PARAMS.invokeExact(params);
        ZstdErrors.check(result, "estimating a workspace");
      }
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }

  private static void set(long params, int parameter, int value) throws Throwable {
    long result = (long) SET_PARAM.invokeExact(params, parameter, value);
    ZstdErrors.checkParameter(result, parameter, value);
  }

  /// The most memory a decompression takes, with windows of up to so many bytes.
  static long decompressLength(long windowLength) {
    try {
      long estimate = (long) ESTIMATE_DSTREAM.invokeExact(windowLength);
      return ZstdErrors.check(estimate, "estimating a workspace");
    } catch (Throwable t) {
      throw Rethrow.unchecked(t);
    }
  }
}
