// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A member of the group replaces a file of the channel by a FIFO: no other process blocks on it.
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
class FifoInChannelTest extends InScratch {

  private Path replaced = Path.of("");

  private String createWithAMessage() throws IOException {
    String group =
        Files.readAttributes(scratch.directory(), PosixFileAttributes.class).group().getName();
    try (Channel channel =
            Channel.create(
                path, ChannelConfig.defaults().withTopology(Topology.QUEUE).withGroup(group));
        Publisher publisher = channel.addPublisher()) {
      assertTrue(publisher.offer(Messages.message(1, 100)));
    }
    return group;
  }

  private void replace(String file) throws Exception {
    replaced = Scratch.file(path, file);
    Path fifo = scratch.path("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", "-m", "660", fifo.toString()).start().waitFor());
    Files.move(fifo, replaced, StandardCopyOption.ATOMIC_MOVE);
  }

  /// If a test has failed, a thread may be waiting for the other end.
  @AfterEach
  void releaseWaitingThreads() throws IOException {
    if (Files.exists(replaced) && !Files.isDirectory(replaced)) {
      FileChannel.open(replaced, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
    }
  }

  private void assertRefused(Executable action) {
    TransportException e = assertThrows(TransportException.class, action);
    assertEquals(Kind.ACCESS_DENIED, e.kind(), e::toString);
    assertEquals(replaced + " is not a regular file", e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"channel", "locks"})
  void fifoAsControlFileFailsTheOpen(String file) throws Exception {
    String group = createWithAMessage();
    replace(file);
    assertRefused(() -> Channel.open(path, group));
    assertRefused(() -> Channel.openOrCreate(path, ChannelConfig.defaults().withGroup(group)));
  }

  @ParameterizedTest
  @ValueSource(strings = "lane-1")
  void fifoAsLaneFailsTheRead(String file) throws Exception {
    String group = createWithAMessage();
    replace(file);
    try (Channel channel = Channel.open(path, group)) {
      assertRefused(channel::addSubscriber);
      assertRefused(channel::lanes);
      assertEquals(List.of(), channel.members());
    }
    Channel.unlink(path, group);
  }

  @ParameterizedTest
  @ValueSource(strings = {"channel", "locks"})
  void fifoMakesMembersLoseTheChannel(String file) throws Exception {
    String group = createWithAMessage();
    try (Channel channel = Channel.open(path, group);
        Publisher publisher = channel.addPublisher();
        Channel other = Channel.create(scratch.path("other"));
        Publisher undisturbed = other.addPublisher()) {
      replace(file);
      TransportException e =
          assertThrows(
              TransportException.class,
              () -> {
                while (publisher.offer(Messages.message(1, 1)) || other.members().size() == 1) {
                  Thread.sleep(1);
                }
              });
      assertEquals(Kind.NOT_FOUND, e.kind(), e::toString);
      assertTrue(undisturbed.offer(Messages.message(1, 1)));
    }
  }
}
