// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The connection files that a server deletes.
final class ConnectionFilesTest {

  private static final long LANE = 64 * 1024;

  @TempDir Path directory;

  private Path server() {
    return directory.resolve("server");
  }

  private ServerPath place() {
    return new ServerPath(server(), null);
  }

  private static final class NoConnections implements Acceptor.Listener {
    @Override
    public void onConnection(Hello hello, Connection connection) {
      connection.close();
    }

    @Override
    public void onStopped() {
      // Not used by this test.
    }
  }

  private Acceptor acceptor() throws IOException {
    return new Acceptor(place(), new Settings(1, 1000, 1000), Runnable::run, new NoConnections());
  }

  private static Path create(Path path, ChannelConfig config) throws IOException {
    Channel.create(path, config).close();
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minusSeconds(3600)));
    return path;
  }

  private Path createPair(long id) throws IOException {
    return create(ConnectionFiles.fromClient(server(), id), ConnectionFiles.ofConnection(LANE));
  }

  @Test
  void onlyPairsWithTheNameOfAConnectionAreDeleted() throws Exception {
    Path abandoned = createPair(1);
    Path pair = ConnectionFiles.fromServer(server(), 2);
    List<Path> foreign =
        List.of(
            create(server().resolveSibling("server.conn-archive"), ChannelConfig.defaults()),
            create(
                pair.resolveSibling(pair.getFileName() + "x"), ConnectionFiles.ofConnection(LANE)),
            create(pair, ConnectionFiles.ofServer()));
    ConnectionFiles.deleteAbandoned(place());
    assertFalse(Files.exists(abandoned));
    for (Path path : foreign) {
      assertTrue(Files.exists(path), path::toString);
    }
  }

  @Test
  void stoppingServerDeletesUnjoinedPairs() throws Exception {
    Acceptor server = acceptor();
    Path unjoined = createPair(1);
    server.stop();
    assertFalse(Files.exists(unjoined));
    assertFalse(Files.exists(server()));
  }

  @Test
  void serverThatLostItsPathKeepsThePairsOfTheNextServer() throws Exception {
    Acceptor lost = acceptor();
    Channel.unlink(server());
    Acceptor next = acceptor();
    Path unjoined = createPair(1);
    lost.stop();
    assertTrue(Files.exists(unjoined));
    assertTrue(Files.exists(server()));
    next.stop();
    assertFalse(Files.exists(server()));
  }

  @Test
  void pairsCreatedAfterListingAreNotInTheList() throws Exception {
    Path before = createPair(1);
    List<Path> channels = ConnectionFiles.list(place());
    Path after = createPair(2);
    ConnectionFiles.deleteUnjoined(place(), channels);
    assertFalse(Files.exists(before));
    assertTrue(Files.exists(after));
  }
}
