// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;

import dev.segue.fixtures.Jvm;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// A server or a client in another process, which ends when its standard input does.
final class Peer {

  static final String SERVER = "server";
  static final String CLIENT = "client";

  /// A client that has one stream open.
  static final String STREAM = "stream";

  /// The exit code of a client that got a wrong response or none.
  static final int WRONG = 3;

  /// The number of messages in a server's stream.
  static final int MESSAGES = 10;

  private static final int THREADS = 4;
  private static final long PATIENCE_SECONDS = 300;
  private static volatile boolean ending;

  private Peer() {}

  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[1]);
    if (arguments[0].equals(SERVER)) {
      Server server = startServer(path);
      say("ready");
      awaitEnd();
      server.shutdownNow().awaitTermination();
    } else {
      ManagedChannel channel = ShmChannelBuilder.forPath(path).laneCapacity(64 * 1024).build();
      int threads = arguments[0].equals(CLIENT) ? THREADS : 0;
      for (int i = 0; i < threads; i++) {
        long seed = ProcessHandle.current().pid() * THREADS + i;
        Thread.ofPlatform().daemon().start(() -> callForEver(channel, seed));
      }
      ClientCall<String, String> stream = channel.newCall(BIDI, CallOptions.DEFAULT);
      stream.start(new ClientCall.Listener<>() {}, new Metadata());
      say("ready");
      awaitEnd();
      ending = true;
      channel.shutdownNow().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    System.exit(0);
  }

  /// A server that echoes messages, streams some, and keeps other streams open.
  static Server startServer(Path path) throws IOException {
    while (true) {
      try {
        return ShmServerBuilder.forPath(path)
            .addService(
                ServerServiceDefinition.builder("Texts")
                    .addMethod(UNARY, ShmTest.echo(text -> text))
                    .addMethod(
                        SERVER_STREAM,
                        ServerCalls.asyncServerStreamingCall(
                            (String text, StreamObserver<String> observer) -> {
                              for (int i = 0; i < MESSAGES; i++) {
                                observer.onNext(text + i);
                              }
                              observer.onCompleted();
                            }))
                    .addMethod(
                        BIDI,
                        (call, _) -> {
                          call.sendHeaders(new Metadata());
                          return new ServerCall.Listener<>() {};
                        })
                    .build())
            .build()
            .start();
      } catch (IOException e) {
        if (!String.valueOf(e.getMessage()).contains("another server")) {
          throw e;
        }
      }
    }
  }

  private static void callForEver(ManagedChannel channel, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    while (!ending) {
      String text = (char) ('a' + random.nextInt(26)) + " ".repeat(random.nextInt(20_000)) + seed;
      try {
        String answer =
            ClientCalls.blockingUnaryCall(
                channel,
                UNARY,
                CallOptions.DEFAULT
                    .withWaitForReady()
                    .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS),
                text);
        if (!answer.equals(text)) {
          fail("a wrong answer");
        }
      } catch (StatusRuntimeException e) {
        if (e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
          fail(e.toString());
        }
      }
    }
  }

  private static void fail(String reason) {
    if (!ending) {
      System.err.println("client: " + reason);
      Runtime.getRuntime().halt(WRONG);
    }
  }

  /// Writes a line to the parent.
  static void say(String word) {
    System.out.println(word);
    System.out.flush();
  }

  /// Waits until the parent closes the standard input, or ends.
  static void awaitEnd() throws IOException {
    while (System.in.read() >= 0) {
      // Skips input: the parent writes nothing.
    }
  }

  /// Starts a peer. The caller must end it.
  static Process start(String role, Path path) throws IOException {
    return start(Peer.class, role, path.toString());
  }

  /// Starts a program in another process. The caller must end it.
  static Process start(Class<?> program, String... arguments) throws IOException {
    return start(List.of(), program, arguments);
  }

  /// Starts a program in another process. The caller must end it.
  ///
  /// @param flags of its JVM; they override the usual ones
  static Process start(List<String> flags, Class<?> program, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add("-Xmx96m");
    all.add(
        "-Djava.util.logging.config.file="
            + System.getProperty("java.util.logging.config.file", ""));
    all.addAll(flags);
    return Jvm.start(Jvm.command(all, program, List.of(arguments)));
  }

  /// Waits until a peer is ready.
  static void awaitReady(Process peer) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    if (!"ready".equals(line)) {
      throw new IOException("a peer said " + line);
    }
  }
}
