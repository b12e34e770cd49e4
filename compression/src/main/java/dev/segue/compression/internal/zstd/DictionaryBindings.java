// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.natives.NativeLibrary;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// Handles of the dictionary functions in zstd.h and zdict.h, each below its C prototype.
final class DictionaryBindings {

  private static final NativeLibrary LIBRARY = NativeLibraries.ZSTD.require();

  /// ```c
  /// typedef struct {
  ///     int compressionLevel; unsigned notificationLevel; unsigned dictID;
  /// } ZDICT_params_t;
  /// ```
  static final StructLayout PARAMS =
      MemoryLayout.structLayout(
          JAVA_INT.withName("compressionLevel"),
          JAVA_INT.withName("notificationLevel"),
          JAVA_INT.withName("dictID"));

  /// ```c
  /// typedef struct {
  ///     unsigned k; unsigned d; unsigned steps; unsigned nbThreads; double splitPoint;
  ///     unsigned shrinkDict; unsigned shrinkDictMaxRegression; ZDICT_params_t zParams;
  /// } ZDICT_cover_params_t;
  /// ```
  static final StructLayout COVER_PARAMS =
      MemoryLayout.structLayout(
          JAVA_INT.withName("k"),
          JAVA_INT.withName("d"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("nbThreads"),
          JAVA_DOUBLE.withName("splitPoint"),
          JAVA_INT.withName("shrinkDict"),
          JAVA_INT.withName("shrinkDictMaxRegression"),
          PARAMS.withName("zParams"),
          MemoryLayout.paddingLayout(4));

  /// ```c
  /// typedef struct {
  ///     unsigned k; unsigned d; unsigned f; unsigned steps; unsigned nbThreads;
  ///     double splitPoint; unsigned accel; unsigned shrinkDict;
  ///     unsigned shrinkDictMaxRegression; ZDICT_params_t zParams;
  /// } ZDICT_fastCover_params_t;
  /// ```
  static final StructLayout FAST_COVER_PARAMS =
      MemoryLayout.structLayout(
          JAVA_INT.withName("k"),
          JAVA_INT.withName("d"),
          JAVA_INT.withName("f"),
          JAVA_INT.withName("steps"),
          JAVA_INT.withName("nbThreads"),
          MemoryLayout.paddingLayout(4),
          JAVA_DOUBLE.withName("splitPoint"),
          JAVA_INT.withName("accel"),
          JAVA_INT.withName("shrinkDict"),
          JAVA_INT.withName("shrinkDictMaxRegression"),
          PARAMS.withName("zParams"));

  // ZSTD_CDict* ZSTD_createCDict_byReference(const void* dictBuffer, size_t dictSize,
  //                                          int compressionLevel);
  static final MethodHandle CREATE_CDICT_BY_REFERENCE =
      LIBRARY.link(
          "ZSTD_createCDict_byReference",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_INT));
  // size_t ZSTD_freeCDict(ZSTD_CDict* CDict);
  static final MethodHandle FREE_CDICT =
      LIBRARY.link("ZSTD_freeCDict", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // size_t ZSTD_sizeof_CDict(const ZSTD_CDict* cdict);
  static final MethodHandle SIZEOF_CDICT =
      LIBRARY.link("ZSTD_sizeof_CDict", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // ZSTD_DDict* ZSTD_createDDict_byReference(const void* dictBuffer, size_t dictSize);
  static final MethodHandle CREATE_DDICT_BY_REFERENCE =
      LIBRARY.link(
          "ZSTD_createDDict_byReference", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG));
  // size_t ZSTD_freeDDict(ZSTD_DDict* ddict);
  static final MethodHandle FREE_DDICT =
      LIBRARY.link("ZSTD_freeDDict", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // size_t ZSTD_sizeof_DDict(const ZSTD_DDict* ddict);
  static final MethodHandle SIZEOF_DDICT =
      LIBRARY.link("ZSTD_sizeof_DDict", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  // unsigned ZSTD_getDictID_fromDict(const void* dict, size_t dictSize);
  static final MethodHandle GET_DICT_ID =
      LIBRARY.link("ZSTD_getDictID_fromDict", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

  // size_t ZDICT_trainFromBuffer(void* dictBuffer, size_t dictBufferCapacity,
  //     const void* samplesBuffer, const size_t* samplesSizes, unsigned nbSamples);
  static final MethodHandle TRAIN =
      LIBRARY.link(
          "ZDICT_trainFromBuffer",
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT));
  // size_t ZDICT_optimizeTrainFromBuffer_cover(void* dictBuffer, size_t dictBufferCapacity,
  //     const void* samplesBuffer, const size_t* samplesSizes, unsigned nbSamples,
  //     ZDICT_cover_params_t* parameters);
  static final MethodHandle TRAIN_COVER =
      LIBRARY.link(
          "ZDICT_optimizeTrainFromBuffer_cover",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
  // size_t ZDICT_optimizeTrainFromBuffer_fastCover(void* dictBuffer, size_t dictBufferCapacity,
  //     const void* samplesBuffer, const size_t* samplesSizes, unsigned nbSamples,
  //     ZDICT_fastCover_params_t* parameters);
  static final MethodHandle TRAIN_FAST_COVER =
      LIBRARY.link(
          "ZDICT_optimizeTrainFromBuffer_fastCover",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
  // size_t ZDICT_finalizeDictionary(void* dstDictBuffer, size_t maxDictSize,
  //     const void* dictContent, size_t dictContentSize,
  //     const void* samplesBuffer, const size_t* samplesSizes, unsigned nbSamples,
  //     ZDICT_params_t parameters);
  static final MethodHandle FINALIZE =
      LIBRARY.link(
          "ZDICT_finalizeDictionary",
          FunctionDescriptor.of(
              JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_INT,
              PARAMS));

  private DictionaryBindings() {}
}
