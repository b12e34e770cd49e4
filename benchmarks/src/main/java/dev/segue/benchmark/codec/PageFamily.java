// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import dev.segue.benchmark.launch.Family;
import dev.segue.benchmark.zstd.ZstdFamily;
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

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return ZstdFamily.ofCompressor(params.getOrDefault("library", ""));
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return Integer.parseInt(params.getOrDefault("pageSize", "0")) <= QUICK_BYTES;
  }
}
