// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import dev.segue.compression.internal.natives.NativeRanges;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Handles of the libzstd functions, each below its C prototype.
///
/// - The caller's memory is passed as a segment, or as an address with the segment as an additional
///   argument, so that the linker holds its arena open during the call.
/// - Contexts and positions are segments for the same reason: they may be in the caller's memory.
/// - `_HEAP` handles accept heap segments and delay garbage collection. `_TRIVIAL` calls are so
///   short that they skip the thread state transition.
final class ZstdBindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.ZSTD.require();
  private static final Linker.Option HEAP = Linker.Option.critical(true);
  private static final Linker.Option TRIVIAL = Linker.Option.critical(false);

  // unsigned ZSTD_versionNumber(void);
  static final MethodHandle VERSION_NUMBER =
      LIBRARY.link("ZSTD_versionNumber", FunctionDescriptor.of(JAVA_INT));
  // const char* ZSTD_getErrorName(size_t code);
  static final MethodHandle GET_ERROR_NAME =
      LIBRARY.link("ZSTD_getErrorName", FunctionDescriptor.of(ADDRESS, JAVA_LONG));
  // int ZSTD_minCLevel(void);
  static final MethodHandle MIN_LEVEL =
      LIBRARY.link("ZSTD_minCLevel", FunctionDescriptor.of(JAVA_INT));
  // int ZSTD_maxCLevel(void);
  static final MethodHandle MAX_LEVEL =
      LIBRARY.link("ZSTD_maxCLevel", FunctionDescriptor.of(JAVA_INT));

  // ZSTD_CCtx* ZSTD_createCCtx(void);
  static final MethodHandle CREATE_CCTX =
      LIBRARY.link("ZSTD_createCCtx", FunctionDescriptor.of(JAVA_LONG));
  // size_t ZSTD_freeCCtx(ZSTD_CCtx* cctx);
  static final MethodHandle FREE_CCTX =
      LIBRARY.link("ZSTD_freeCCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
  // size_t ZSTD_sizeof_CCtx(const ZSTD_CCtx* cctx);
  static final MethodHandle SIZEOF_CCTX_TRIVIAL =
      LIBRARY.link("ZSTD_sizeof_CCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS), TRIVIAL);
  // size_t ZSTD_CCtx_reset(ZSTD_CCtx* cctx, ZSTD_ResetDirective reset);
  static final MethodHandle CCTX_RESET_TRIVIAL =
      LIBRARY.link("ZSTD_CCtx_reset", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT), TRIVIAL);
  // size_t ZSTD_CCtx_setParameter(ZSTD_CCtx* cctx, ZSTD_cParameter param, int value);
  static final MethodHandle CCTX_SET_PARAMETER_TRIVIAL =
      LIBRARY.link(
          "ZSTD_CCtx_setParameter",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT),
          TRIVIAL);
  // size_t ZSTD_CCtx_setPledgedSrcSize(ZSTD_CCtx* cctx, unsigned long long pledgedSrcSize);
  static final MethodHandle CCTX_SET_PLEDGED_SRC_SIZE_TRIVIAL =
      LIBRARY.link(
          "ZSTD_CCtx_setPledgedSrcSize",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG),
          TRIVIAL);

  // size_t ZSTD_CCtx_refCDict(ZSTD_CCtx* cctx, const ZSTD_CDict* cdict);
  static final MethodHandle CCTX_REF_CDICT =
      LIBRARY.link("ZSTD_CCtx_refCDict", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS));

  // size_t ZSTD_CCtx_refPrefix(ZSTD_CCtx* cctx, const void* prefix, size_t prefixSize);
  static final MethodHandle CCTX_REF_PREFIX =
      LIBRARY.link(
          "ZSTD_CCtx_refPrefix", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));

  private static final FunctionDescriptor ONE_SHOT =
      FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);

  /// Takes the addresses of ranges and, after the arguments of the function, the segments that
  /// contain them; see [NativeRanges].
  private static final FunctionDescriptor ONE_SHOT_ON_RANGES =
      FunctionDescriptor.of(
          JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

  // size_t ZSTD_compress2(ZSTD_CCtx* cctx, void* dst, size_t dstCapacity,
  //                       const void* src, size_t srcSize);
  static final MethodHandle COMPRESS2 = LIBRARY.link("ZSTD_compress2", ONE_SHOT_ON_RANGES);
  static final MethodHandle COMPRESS2_HEAP = LIBRARY.link("ZSTD_compress2", ONE_SHOT, HEAP);

  // size_t ZSTD_compressStream2_simpleArgs(ZSTD_CCtx* cctx,
  //     void* dst, size_t dstCapacity, size_t* dstPos,
  //     const void* src, size_t srcSize, size_t* srcPos, ZSTD_EndDirective endOp);
  static final MethodHandle COMPRESS_STREAM2 =
      LIBRARY.link(
          "ZSTD_compressStream2_simpleArgs",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS,
              JAVA_INT));

  // ZSTD_DCtx* ZSTD_createDCtx(void);
  static final MethodHandle CREATE_DCTX =
      LIBRARY.link("ZSTD_createDCtx", FunctionDescriptor.of(JAVA_LONG));
  // size_t ZSTD_freeDCtx(ZSTD_DCtx* dctx);
  static final MethodHandle FREE_DCTX =
      LIBRARY.link("ZSTD_freeDCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
  // size_t ZSTD_sizeof_DCtx(const ZSTD_DCtx* dctx);
  static final MethodHandle SIZEOF_DCTX_TRIVIAL =
      LIBRARY.link("ZSTD_sizeof_DCtx", FunctionDescriptor.of(JAVA_LONG, ADDRESS), TRIVIAL);
  // size_t ZSTD_DCtx_reset(ZSTD_DCtx* dctx, ZSTD_ResetDirective reset);
  static final MethodHandle DCTX_RESET_TRIVIAL =
      LIBRARY.link("ZSTD_DCtx_reset", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT), TRIVIAL);
  // size_t ZSTD_DCtx_setParameter(ZSTD_DCtx* dctx, ZSTD_dParameter param, int value);
  static final MethodHandle DCTX_SET_PARAMETER_TRIVIAL =
      LIBRARY.link(
          "ZSTD_DCtx_setParameter",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT),
          TRIVIAL);

  // size_t ZSTD_DCtx_refDDict(ZSTD_DCtx* dctx, const ZSTD_DDict* ddict);
  static final MethodHandle DCTX_REF_DDICT =
      LIBRARY.link("ZSTD_DCtx_refDDict", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS));

  // size_t ZSTD_DCtx_refPrefix(ZSTD_DCtx* dctx, const void* prefix, size_t prefixSize);
  static final MethodHandle DCTX_REF_PREFIX =
      LIBRARY.link(
          "ZSTD_DCtx_refPrefix", FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG));

  // size_t ZSTD_decompressDCtx(ZSTD_DCtx* dctx, void* dst, size_t dstCapacity,
  //                            const void* src, size_t srcSize);
  static final MethodHandle DECOMPRESS_DCTX =
      LIBRARY.link("ZSTD_decompressDCtx", ONE_SHOT_ON_RANGES);
  static final MethodHandle DECOMPRESS_DCTX_HEAP =
      LIBRARY.link("ZSTD_decompressDCtx", ONE_SHOT, HEAP);

  // size_t ZSTD_decompressStream_simpleArgs(ZSTD_DCtx* dctx,
  //     void* dst, size_t dstCapacity, size_t* dstPos,
  //     const void* src, size_t srcSize, size_t* srcPos);
  static final MethodHandle DECOMPRESS_STREAM =
      LIBRARY.link(
          "ZSTD_decompressStream_simpleArgs",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS));

  // size_t ZSTD_decompressionMargin(const void* src, size_t srcSize);
  static final Optional<MethodHandle> DECOMPRESSION_MARGIN =
      LIBRARY.linkIfPresent(
          "ZSTD_decompressionMargin", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));

  private ZstdBindings() {}
}
