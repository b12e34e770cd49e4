// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Random calls of one thread. Each must end with the right response, or with a status that has a
/// cause.
final class SoakCalls {

  /// The number of messages in a server's stream.
  static final int STREAMED = 10;

  private static final int MOST_SENT = 20;
  private static final int SHORT_TEXT = 500;
  private static final int LONG_TEXT = 200_000;
  private static final int MOST_DEADLINE_MILLIS = 30;
  private static final String REJECTED = "the executor of the server has rejected the call";

  private final ManagedChannel channel;

  /// A directory with one file per killed server, named after its process id.
  private final Path killed;

  private final SplittableRandom random;
  private final SoakCounts counts;

  SoakCalls(ManagedChannel channel, Path killed, long seed, SoakCounts counts) {
    this.channel = channel;
    this.killed = killed;
    this.random = new SplittableRandom(seed);
    this.counts = counts;
  }

  private record Sent(
      ClientCall<String, String> call,
      RecordingListener listener,
      boolean hasDeadline,
      boolean cancelled,
      List<String> expected) {}

  /// Makes a call, and checks how it ends.
  void callOnce() throws Exception {
    Sent sent =
        switch (random.nextInt(4)) {
          case 0 -> unary(CallOptions.DEFAULT, false);
          case 1 ->
              unary(
                  CallOptions.DEFAULT.withDeadlineAfter(
                      random.nextInt(1, MOST_DEADLINE_MILLIS), TimeUnit.MILLISECONDS),
                  true);
          case 2 -> stream();
          default -> bidirectional();
        };
    Status status;
    try {
      status = sent.listener.awaitStatus();
    } catch (TimeoutException e) {
      throw new AssertionError("a call hangs: " + sent, e);
    }
    List<String> received = new ArrayList<>(sent.listener.messages);
    if (status.isOk() && !received.equals(sent.expected)) {
      throw new AssertionError("a wrong answer: %d messages".formatted(received.size()));
    }
    if (received.size() > sent.expected.size()
        || !received.equals(sent.expected.subList(0, received.size()))) {
      throw new AssertionError("a wrong message, and " + status);
    }
    count(sent, status);
  }

  private String text() {
    int length = random.nextInt(8) == 0 ? random.nextInt(LONG_TEXT) : random.nextInt(SHORT_TEXT);
    return (char) ('a' + random.nextInt(26)) + " ".repeat(length) + random.nextInt();
  }

  private Sent unary(CallOptions options, boolean hasDeadline) {
    String text = text();
    ClientCall<String, String> call = channel.newCall(UNARY, options.withWaitForReady());
    RecordingListener listener = start(call, text);
    return new Sent(call, listener, hasDeadline, false, List.of(text));
  }

  private static RecordingListener start(ClientCall<String, String> call, String text) {
    RecordingListener listener = new RecordingListener();
    call.start(listener, new Metadata());
    call.request(Integer.MAX_VALUE);
    call.sendMessage(text);
    call.halfClose();
    return listener;
  }

  private Sent stream() {
    String text = text();
    ClientCall<String, String> call =
        channel.newCall(SERVER_STREAM, CallOptions.DEFAULT.withWaitForReady());
    RecordingListener listener = start(call, text);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < STREAMED; i++) {
      expected.add(text + i);
    }
    return new Sent(call, listener, false, false, expected);
  }

  private Sent bidirectional() {
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT.withWaitForReady());
    RecordingListener listener = new RecordingListener();
    call.start(listener, new Metadata());
    call.request(Integer.MAX_VALUE);
    boolean cancel = random.nextBoolean();
    List<String> expected = new ArrayList<>();
    int count = random.nextInt(MOST_SENT);
    for (int i = 0; i < count; i++) {
      String text = text();
      expected.add(text);
      call.sendMessage(text);
    }
    if (cancel) {
      call.cancel("soak", null);
    } else {
      call.halfClose();
    }
    return new Sent(call, listener, false, cancel, expected);
  }

  private void count(Sent sent, Status status) {
    switch (status.getCode()) {
      case OK -> counts.ok.incrementAndGet();
      case CANCELLED -> require(sent.cancelled, status);
      case DEADLINE_EXCEEDED -> require(sent.hasDeadline, status);
      case INTERNAL -> {
        require(REJECTED.equals(status.getDescription()), status);
        counts.rejected.incrementAndGet();
      }
      case UNAVAILABLE -> {
        require(isServerKilled(sent.call), status);
        counts.unavailable.incrementAndGet();
      }
      default -> require(false, status);
    }
    counts.all.incrementAndGet();
  }

  private static void require(boolean hasCause, Status status) {
    if (!hasCause) {
      throw new AssertionError("a call has ended without a cause: " + status);
    }
  }

  private boolean isServerKilled(ClientCall<?, ?> call) {
    return call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)
            instanceof ShmSocketAddress server
        && Files.exists(killed.resolve("" + server.processId()));
  }
}
