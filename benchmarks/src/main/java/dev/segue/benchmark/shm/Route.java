// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.pipeline.Pipelines;
import java.util.LinkedHashSet;
import java.util.List;

/// A way of objects from one process to another: who serializes and compresses, and what carries
/// the frame.
enum Route {
  /// Compressed straight into the lane, and decompressed from there.
  SEGUE("segue", "segue", Contestant.SEGUE_IN_PLACE),
  /// Fory and zstd-jni over Aeron.
  FORY_AERON("fory+zstd-jni+aeron-ipc", "fory+zstd-jni", Contestant.AERON_IPC),
  /// Fory and zstd-jni over a Unix domain socket.
  FORY_SOCKET("fory+zstd-jni+unix-socket", "fory+zstd-jni", Contestant.UNIX_SOCKET);

  /// What stands for it in the results.
  final String key;

  /// Who serializes and compresses.
  final String library;

  final Contestant transport;

  Route(String key, String library, Contestant transport) {
    this.key = key;
    this.library = library;
    this.transport = transport;
  }

  /// What JVM flags the libraries and the transport ask for.
  List<String> flags() {
    var flags = new LinkedHashSet<>(transport.flags);
    flags.addAll(Pipelines.jvmFlags(library));
    return List.copyOf(flags);
  }
}
