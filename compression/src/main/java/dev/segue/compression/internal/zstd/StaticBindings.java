// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Handles of the libzstd functions for contexts in the caller's memory, and for their sizes, each
/// below its C prototype.
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

  /// Checks that libzstd has initialised a context at the start of its memory.
  static void requireInitialised(long address, MemorySegment memory) {
    if (address != memory.address()) {
      throw ZstdErrors.failure(ZstdErrors.MEMORY_ALLOCATION, "initialising a workspace");
    }
  }

  /// Returns the maximum memory that compression with these settings takes.
  static long compressLength(CompressSettings settings) {
    long params = NativeCall.asLong(() -> (long) CREATE_PARAMS.invokeExact());
    if (params == 0) {
      throw ZstdErrors.failure(ZstdErrors.MEMORY_ALLOCATION, "estimating a workspace");
    }
    try {
      set(params, PARAMETER_LEVEL, settings.level);
      for (int i = 0; i < settings.parameters.length; i++) {
        set(params, settings.parameters[i], settings.values[i]);
      }
      return ZstdErrors.check(
          NativeCall.asLong(() -> (long) ESTIMATE_CSTREAM.invokeExact(params)),
          "estimating a workspace");
    } finally {
      ZstdErrors.check(
          NativeCall.asLong(() -> (long) FREE_PARAMS.invokeExact(params)),
          "freeing the parameters of an estimate");
    }
  }

  private static void set(long params, int parameter, int value) {
    long result = NativeCall.asLong(() -> (long) SET_PARAM.invokeExact(params, parameter, value));
    ZstdErrors.checkParameter(result, parameter, value);
  }

  /// Returns the maximum memory that decompression takes, for windows up to a length.
  static long decompressLength(long windowLength) {
    return ZstdErrors.check(
        NativeCall.asLong(() -> (long) ESTIMATE_DSTREAM.invokeExact(windowLength)),
        "estimating a workspace");
  }
}
