// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that compress with zstd.
public final class ZstdFamily implements Family {
  private static final int QUICK_BYTES = 1 << 16;

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return ofCompressor(params.getOrDefault("library", ""));
  }

  /// Returns flags that allow native code and, except for Segue, `sun.misc.Unsafe`.
  public static List<String> ofCompressor(String library) {
    return library.startsWith("segue")
        ? List.of("--enable-native-access=ALL-UNNAMED")
        : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public Optional<String> peerJar(Map<String, String> params) {
    return Optional.ofNullable(params.get("library")).filter(ZstdLibraries.ZSTD_JNI_FFM::equals);
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return Integer.parseInt(params.getOrDefault("size", "0")) <= QUICK_BYTES;
  }
}
