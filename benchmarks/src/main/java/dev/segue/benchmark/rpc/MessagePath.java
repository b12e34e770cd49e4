// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// The path of a message from the sender's object to the receiver's object, through the memory of a
/// transport but without a socket. For one thread.
public interface MessagePath extends AutoCloseable {

  /// Returns the JVM flags of a library, and one with which Netty's buffers are faster.
  static List<String> jvmFlags(String library) {
    return Stream.concat(
            GraphLibraries.jvmFlags(library).stream(),
            Stream.of(
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"))
        .distinct()
        .toList();
  }

  /// Opens the path of a library through a framework.
  ///
  /// @param framework `netty` or `grpc`
  /// @param library `segue`, `fory` or `kryo`
  static MessagePath open(String framework, String library, Workload object) {
    return switch (framework) {
      case "netty" ->
          library.equals("segue")
              ? NettyPath.segue(object)
              : NettyPath.ofArrays(ByteArrays.open(library, object));
      case "grpc" ->
          library.equals("segue")
              ? GrpcPath.segue(object)
              : GrpcPath.ofArrays(ByteArrays.open(library, object));
      default -> throw new IllegalArgumentException("unknown framework: " + framework);
    };
  }

  /// Passes a message.
  ///
  /// @return the received object
  Object pass(Object message) throws IOException;

  /// Returns the length of the last message in the transport's memory.
  long bytes();

  @Override
  void close();
}
