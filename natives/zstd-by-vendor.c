// SPDX-License-Identifier: Apache-2.0
//
// libzstd decodes the sequences of a block in one loop, and no compiler's version of it is fastest everywhere: clang's
// is ahead on Intel's processors, gcc's on AMD's (docs/adr/0209). natives/build compiles zstd_decompress_block.c with
// both, under two names; this function takes the place of the original one, and chooses.

#include <cpuid.h>
#include <stddef.h>

// The last parameter is of an enum type of libzstd.
typedef size_t DecompressBlock(void *dctx, void *dst, size_t dst_capacity, const void *src, size_t src_size,
                               int streaming);

DecompressBlock segue_gcc_ZSTD_decompressBlock_internal;
DecompressBlock segue_clang_ZSTD_decompressBlock_internal;
DecompressBlock ZSTD_decompressBlock_internal;

static int is_intel;

__attribute__((constructor)) static void detect(void) {
  unsigned max, ebx, ecx, edx;
  is_intel = __get_cpuid(0, &max, &ebx, &ecx, &edx) && ebx == signature_INTEL_ebx && edx == signature_INTEL_edx
      && ecx == signature_INTEL_ecx;
}

size_t ZSTD_decompressBlock_internal(void *dctx, void *dst, size_t dst_capacity, const void *src, size_t src_size,
                                     int streaming) {
  DecompressBlock *decompress =
      is_intel ? segue_clang_ZSTD_decompressBlock_internal : segue_gcc_ZSTD_decompressBlock_internal;
  return decompress(dctx, dst, dst_capacity, src, src_size, streaming);
}
