// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The family of benchmarks of Netty and gRPC.
public final class RpcFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// The flags of the library, and for all libraries a flag that makes Netty's buffers faster.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return Stream.concat(
            GraphLibraries.jvmFlags(params.getOrDefault("library", "")).stream(),
            Stream.of(
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"))
        .distinct()
        .toList();
  }
}
