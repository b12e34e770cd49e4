// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.pipeline.Pipelines;
import java.util.LinkedHashSet;
import java.util.List;

/// A route of objects from one process to another: the serializer, the compressor, and the
/// transport for the frame.
enum Route {
  /// Segue, compressed directly into the lane and decompressed from it.
  SEGUE("segue", "segue", Contestant.SEGUE_IN_PLACE),
  /// Fory and zstd-jni over Aeron.
  FORY_AERON("fory+zstd-jni+aeron-ipc", "fory+zstd-jni", Contestant.AERON_IPC),
  /// Fory and zstd-jni over a Unix domain socket.
  FORY_SOCKET("fory+zstd-jni+unix-socket", "fory+zstd-jni", Contestant.UNIX_SOCKET);

  /// Its name in the results.
  final String key;

  /// The libraries that serialize and compress.
  final String library;

  final Contestant transport;

  Route(String key, String library, Contestant transport) {
    this.key = key;
    this.library = library;
    this.transport = transport;
  }

  /// Returns the JVM flags that the libraries and the transport ask for.
  List<String> flags() {
    var flags = new LinkedHashSet<>(transport.flags);
    flags.addAll(Pipelines.jvmFlags(library));
    return List.copyOf(flags);
  }
}
