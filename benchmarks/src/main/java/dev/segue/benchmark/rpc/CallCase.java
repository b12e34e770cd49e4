// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A case of gRPC calls over one transport, with one message and one library, between two new
/// processes.
///
/// A list of cases has the order of one round: all transports of a row, then the next row.
///
/// @param transport the transport
/// @param message of the calls
/// @param millis duration of each measurement
public record CallCase(CallTransport transport, CallMessage message, long millis)
    implements ProcessCase {
  /// The heap flags of both processes, for all transports.
  public static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");

  private static final List<String> CONTENTS =
      List.of("64", "1024", "65536", "1048576", "MEDIA_CONTENT", "STRUCT");
  private static final Set<String> WITH_ALL_TRANSPORTS = Set.of("64", "65536", "MEDIA_CONTENT");
  private static final String OURS = "segue";
  private static final String RIVAL = "protobuf";

  /// Returns the cases of a round.
  ///
  /// @param every whether to include each library on each transport with each message
  /// @throws IllegalArgumentException if there is no such transport, or a size is not positive
  public static List<CallCase> of(ProcessSettings settings, boolean every) {
    List<CallTransport> transports =
        settings.transports(List.of(CallTransport.values()), CallTransport::of);
    List<String> contents =
        settings.sizes().isEmpty()
            ? CONTENTS
            : settings.sizes().stream().map(CallCase::content).toList();
    var cases = new ArrayList<CallCase>();
    for (String content : contents) {
      for (String library : CallMessage.LIBRARIES) {
        var message = new CallMessage(library, content);
        for (CallTransport transport : transports) {
          if (message.isPossible() && (every || isUsual(transport, message))) {
            cases.add(new CallCase(transport, message, settings.millis()));
          }
        }
      }
    }
    return cases;
  }

  /// Returns the cases of a headline run: short calls over shared memory and the Unix domain
  /// socket.
  ///
  /// @param millis duration of each measurement, or 0 for the default
  public static List<CallCase> headline(long millis) {
    return of(new ProcessSettings(List.of(), List.of(64, 1024), millis), false).stream()
        .filter(next -> next.message.library().equals(OURS))
        .filter(next -> isCompared(next.transport))
        .toList();
  }

  private static boolean isCompared(CallTransport transport) {
    return transport == CallTransport.SHM || transport == CallTransport.UNIX_SOCKET;
  }

  private static String content(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("--size " + size + ": at least 1");
    }
    return Integer.toString(size);
  }

  /// The usual cases: shared memory and the socket with the marshallers of Segue and protobuf, the
  /// other transports with some of Segue's messages, and the other libraries with objects on the
  /// socket.
  private static boolean isUsual(CallTransport transport, CallMessage message) {
    return switch (message.library()) {
      case OURS -> isCompared(transport) || WITH_ALL_TRANSPORTS.contains(message.content());
      case RIVAL -> isCompared(transport);
      case CallMessage.HANDED_ON -> false;
      default -> transport == CallTransport.UNIX_SOCKET && !message.isOfBytes();
    };
  }

  @Override
  public double seconds() {
    return CallClient.seconds(millis);
  }

  List<String> flags() {
    Set<String> flags = new LinkedHashSet<>(message.jvmFlags());
    flags.add("--enable-native-access=ALL-UNNAMED");
    flags.add("--sun-misc-unsafe-memory-access=allow"); // for the buffers of Netty and protobuf
    return List.copyOf(flags);
  }

  @Override
  public CallResult measure() throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(flags());
    flags.addAll(HEAP);
    try (var processes = new Processes()) {
      List<String> arguments =
          List.of(
              transport.key,
              processes.directory().toString(),
              message.library(),
              message.content(),
              Long.toString(millis));
      List<Class<?>> mains =
          transport.hasTwoProcesses()
              ? List.of(CallServer.class, CallClient.class)
              : List.of(CallClient.class);
      var patience = Duration.ofSeconds(30 + Math.round(10 * seconds()));
      return new CallResult(this, processes.run(mains, flags, arguments, patience));
    }
  }

  /// Returns the name of the case.
  @Override
  public String toString() {
    return "RpcBenchmark marshaller=%s message=%s transport=%s"
        .formatted(message.library(), message.content(), transport.key);
  }
}
