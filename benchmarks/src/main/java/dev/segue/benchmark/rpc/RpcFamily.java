// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The cases of benchmarks of Netty and gRPC.
public final class RpcFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// Those of the library, and one that Netty's buffers are faster with, for all libraries.
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
