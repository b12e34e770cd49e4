// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// A live member never counts as dead, whatever its process does with the channel's files.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class LivenessTest extends InScratch {

  private final List<Process> started = new ArrayList<>();
  private Channel channel;

  @BeforeEach
  void create() {
    channel = Channel.create(path, ChannelConfig.defaults().withLaneCapacity(4000));
  }

  @AfterEach
  void close() throws InterruptedException {
    channel.close();
    for (Process process : started) {
      process.destroyForcibly().waitFor(5, TimeUnit.MINUTES);
    }
  }

  /// Another process, which tries to join as the pair's publisher for each byte that it reads. The
  /// byte also decides whether it stays a member.
  static final class Peer {
    public static void main(String[] arguments) throws IOException {
      System.setProperty("dev.segue.shm.portable", arguments[1]);
      try (Channel channel = Channel.open(Path.of(arguments[0]))) {
        say("ready");
        for (int order = System.in.read(); order >= 0; order = System.in.read()) {
          try {
            Publisher publisher = channel.addPublisher();
            if (order != 's') {
              publisher.close();
            }
            say("joined");
          } catch (TransportException e) {
            say(e.kind().toString());
          }
        }
      }
    }

    private static void say(String what) {
      System.out.println(what);
      System.out.flush();
    }
  }

  private Process peer(boolean portable) throws IOException {
    Process peer =
        ChildJvm.start(Peer.class, List.of(path.toString(), String.valueOf(portable)), List.of());
    started.add(peer);
    assertEquals("ready", peer.inputReader().readLine());
    return peer;
  }

  private static String tries(Process peer, char order) throws IOException {
    peer.getOutputStream().write(order);
    peer.getOutputStream().flush();
    return peer.inputReader().readLine();
  }

  @Test
  void memberStaysAliveWhenItsProcessReadsTheFiles() throws IOException {
    try (Publisher publisher = channel.addPublisher()) {
      Process peer = peer(false);
      assertEquals("IN_USE", tries(peer, 't'));
      assertArrayEquals(new byte[33], Files.readAllBytes(path.resolve("locks")));
      FileChannel.open(path.resolve("locks"), StandardOpenOption.WRITE).close();
      assertEquals("IN_USE", tries(peer, 't'));
      assertTrue(publisher.offer(Messages.message(1, 8)));
    }
  }

  /// For example in a server that redeploys an application while the old version is still running.
  @Test
  void memberStaysAliveWhenAnotherClassLoaderClosesTheChannel() throws Exception {
    try (Publisher publisher = channel.addPublisher()) {
      Process peer = peer(false);
      try (URLClassLoader other =
          new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
        Class<?> lockFile = other.loadClass(LockFile.class.getName());
        Class<?> access = other.loadClass(Access.class.getName());
        Object locks =
            lockFile
                .getMethod("open", Path.class, access)
                .invoke(null, path.resolve("locks"), access.getField("OWNER").get(null));
        assertEquals(null, lockFile.getMethod("tryLock", long.class).invoke(locks, 1L));
        ((AutoCloseable) locks).close();
      }
      assertEquals("IN_USE", tries(peer, 't'));
      assertTrue(publisher.offer(Messages.message(1, 8)));
    }
  }

  private static URL[] classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    String elements =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            .replace('\n', File.pathSeparatorChar);
    for (StringTokenizer each = new StringTokenizer(elements, File.pathSeparator);
        each.hasMoreTokens(); ) {
      urls.add(Path.of(each.nextToken()).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /// Without native access only locks of the process are available; both kinds exclude each other.
  @Test
  void memberIsAliveToProcessesWithoutNativeAccess() throws IOException {
    Process peer = peer(true);
    try (Publisher publisher = channel.addPublisher()) {
      assertEquals("IN_USE", tries(peer, 't'));
      assertTrue(publisher.offer(Messages.message(1, 8)));
    }
    assertEquals("joined", tries(peer, 's'));
    assertEquals(Kind.IN_USE, assertThrows(TransportException.class, channel::addPublisher).kind());
    assertEquals(1, channel.members().size());
  }
}
