// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that connect while the server is shut down.
@Timeout(600)
final class AcceptorTest {

  private static final long PATIENCE_SECONDS = 300;

  @TempDir Path directory;

  private final CountDownLatch goOn = new CountDownLatch(1);
  private final CompletableFuture<Connection> accepted = new CompletableFuture<>();
  private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

  private final class Listener implements Acceptor.Listener {
    @Override
    public void onConnection(Hello hello, Connection connection) {
      accepted.complete(connection);
      boolean _ = awaitGoingOn();
    }

    private boolean awaitGoingOn() {
      try {
        return goOn.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void onStopped() {
      stopped.complete(true);
    }
  }

  @Test
  void clientBeingAcceptedDuringShutdownIsConnected() throws Exception {
    ServerPath place = new ServerPath(directory.resolve("server"), null);
    Acceptor acceptor =
        new Acceptor(place, new Settings(1, 1000, 1000), Runnable::run, new Listener());
    acceptor.start();
    Connection client =
        new ClientHandshake(place, 64 * 1024, Runnable::run, () -> false)
            .connect(id -> new Hello(id, 1, 8192, 1 << 20, "test", null));
    Connection server = accepted.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    acceptor.stop();
    assertFalse(stopped.isDone());
    goOn.countDown();
    assertTrue(stopped.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    server.close();
    client.close();
  }
}
