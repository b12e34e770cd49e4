// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// A client in another process: several threads that call continuously, and one whose channel is
/// mostly idle. When its standard input ends, it reports how its calls ended.
final class SoakClient {

  private static final int THREADS = 8;
  private static final int MOST_PAUSE_MILLIS = 3000;

  private static volatile boolean ending;

  private SoakClient() {}

  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[0]);
    Path killed = Path.of(arguments[1]);
    SoakCounts counts = new SoakCounts();
    ManagedChannel busy = ShmChannelBuilder.forPath(path).laneCapacity(64 * 1024).build();
    ManagedChannel idle = ShmChannelBuilder.forPath(path).laneCapacity(64 * 1024).build();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i <= THREADS; i++) {
      long seed = ThreadLocalRandom.current().nextLong();
      SoakCalls calls = new SoakCalls(i == 0 ? idle : busy, killed, seed, counts);
      int pause = i == 0 ? MOST_PAUSE_MILLIS : 1;
      threads.add(Thread.ofPlatform().daemon().start(() -> callUntilTheEnd(calls, pause)));
    }
    Peer.say("ready");
    Peer.awaitEnd();
    ending = true;
    for (Thread thread : threads) {
      thread.join();
    }
    for (ManagedChannel channel : List.of(busy, idle)) {
      if (!channel.shutdown().awaitTermination(CallTest.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("a channel does not terminate");
      }
    }
    Peer.say(counts.toString());
    System.exit(0);
  }

  private static void callUntilTheEnd(SoakCalls calls, int mostPauseMillis) {
    try {
      while (!ending) {
        calls.callOnce();
        Thread.sleep(ThreadLocalRandom.current().nextInt(mostPauseMillis));
      }
    } catch (Exception | AssertionError e) {
      System.err.printf("client: %s at %s%n", e, List.of(e.getStackTrace()));
      Runtime.getRuntime().halt(Peer.WRONG);
    }
  }
}
