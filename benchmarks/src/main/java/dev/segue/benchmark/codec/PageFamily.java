// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that compress pages.
public final class PageFamily implements Family {
  private static final int QUICK_BYTES = 1 << 17;

  @Override
  public Optional<String> absence(Map<String, String> params) {
    String codec = params.getOrDefault("codec", "");
    return PageCodecs.isSupported(PageCodec.valueOf(codec), params.getOrDefault("library", ""))
        ? Optional.empty()
        : Optional.of("no " + codec);
  }

  /// Flags that suppress the JDK's warnings about native code and `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return params.getOrDefault("library", "").startsWith("segue")
        ? List.of("--enable-native-access=ALL-UNNAMED")
        : List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return Integer.parseInt(params.getOrDefault("pageSize", "0")) <= QUICK_BYTES;
  }
}
