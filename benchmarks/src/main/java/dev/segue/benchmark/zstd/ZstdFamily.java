// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks that compress with zstd.
public final class ZstdFamily implements Family {
  private static final int QUICK_BYTES = 1 << 16;

  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return ZstdLibrary.JVM_FLAGS;
  }

  @Override
  public Optional<String> peerJar(Map<String, String> params) {
    return params.getOrDefault("library", "").equals(ZstdLibrary.ZSTD_JNI_FFM.toString())
        ? ZstdLibrary.ZSTD_JNI_FFM.jar()
        : Optional.empty();
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return Integer.parseInt(params.getOrDefault("size", "0")) <= QUICK_BYTES;
  }
}
