// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeCall;
import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// Digests dictionaries into the caller's memory.
final class StaticDictionary {

  private static final NativeLibrary LIBRARY = NativeLibraries.ZSTD.require();
  private static final int BY_REFERENCE = 1; // ZSTD_dlm_byRef
  private static final int ANY_CONTENT = 0; // ZSTD_dct_auto
  private static final int ALIGNMENT = 8;

  /// ```c
  /// typedef struct {
  ///     unsigned windowLog; unsigned chainLog; unsigned hashLog; unsigned searchLog;
  ///     unsigned minMatch; unsigned targetLength; ZSTD_strategy strategy;
  /// } ZSTD_compressionParameters;
  /// ```
  private static final StructLayout PARAMETERS =
      MemoryLayout.structLayout(
          JAVA_INT.withName("windowLog"),
          JAVA_INT.withName("chainLog"),
          JAVA_INT.withName("hashLog"),
          JAVA_INT.withName("searchLog"),
          JAVA_INT.withName("minMatch"),
          JAVA_INT.withName("targetLength"),
          JAVA_INT.withName("strategy"));

  // ZSTD_compressionParameters ZSTD_getCParams(int compressionLevel,
  //     unsigned long long estimatedSrcSize, size_t dictSize);
  private static final MethodHandle GET_PARAMETERS =
      LIBRARY.link(
          "ZSTD_getCParams", FunctionDescriptor.of(PARAMETERS, JAVA_INT, JAVA_LONG, JAVA_LONG));
  // size_t ZSTD_estimateCDictSize_advanced(size_t dictSize, ZSTD_compressionParameters cParams,
  //     ZSTD_dictLoadMethod_e dictLoadMethod);
  private static final MethodHandle ESTIMATE_CDICT =
      LIBRARY.link(
          "ZSTD_estimateCDictSize_advanced",
          FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, PARAMETERS, JAVA_INT));
  // const ZSTD_CDict* ZSTD_initStaticCDict(void* workspace, size_t workspaceSize,
  //     const void* dict, size_t dictSize, ZSTD_dictLoadMethod_e dictLoadMethod,
  //     ZSTD_dictContentType_e dictContentType, ZSTD_compressionParameters cParams);
  private static final MethodHandle INIT_CDICT =
      LIBRARY.link(
          "ZSTD_initStaticCDict",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, PARAMETERS));
  // size_t ZSTD_estimateDDictSize(size_t dictSize, ZSTD_dictLoadMethod_e dictLoadMethod);
  private static final MethodHandle ESTIMATE_DDICT =
      LIBRARY.link("ZSTD_estimateDDictSize", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT));
  // const ZSTD_DDict* ZSTD_initStaticDDict(void* sBuffer, size_t sBufferSize,
  //     const void* dict, size_t dictSize, ZSTD_dictLoadMethod_e dictLoadMethod,
  //     ZSTD_dictContentType_e dictContentType);
  private static final MethodHandle INIT_DDICT =
      LIBRARY.link(
          "ZSTD_initStaticDDict",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT));

  private StaticDictionary() {}

  /// Creates a `ZSTD_CDict` in an arena. The content must be in the same arena.
  static MemorySegment forCompression(MemorySegment content, Arena arena, int level) {
    long length = content.byteSize();
    MemorySegment parameters =
        NativeCall.asObject(() ->
            (MemorySegment)
                GET_PARAMETERS.invokeExact((SegmentAllocator) arena, level, 0L, length));
    long size =
        NativeCall.asLong(
            () -> (long) ESTIMATE_CDICT.invokeExact(length, parameters, BY_REFERENCE));
    MemorySegment memory = arena.allocate(ZstdErrors.check(size, "sizing a dictionary"), ALIGNMENT);
    DigestedDictionary.requireCreated(
        NativeCall.asLong(() ->
            (long)
                INIT_CDICT.invokeExact(
                    memory, size, content, length, BY_REFERENCE, ANY_CONTENT, parameters)));
    return memory;
  }

  /// Creates a `ZSTD_DDict` in an arena. The content must be in the same arena.
  static MemorySegment forDecompression(MemorySegment content, Arena arena) {
    long length = content.byteSize();
    long size = NativeCall.asLong(() -> (long) ESTIMATE_DDICT.invokeExact(length, BY_REFERENCE));
    MemorySegment memory = arena.allocate(ZstdErrors.check(size, "sizing a dictionary"), ALIGNMENT);
    DigestedDictionary.requireCreated(
        NativeCall.asLong(() ->
            (long)
                INIT_DDICT.invokeExact(memory, size, content, length, BY_REFERENCE, ANY_CONTENT)));
    return memory;
  }
}
