// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.segue.fixtures.Jvm;
import dev.segue.sources.MadeUpSource;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two processes with two versions of the application, over Artery with TCP.
class RollingUpgradeTest {

  @TempDir private static Path folder = Path.of("");

  private static Process server(Path version) throws IOException {
    List<String> flags =
        List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "-cp",
            version + File.pathSeparator + Jvm.classPath());
    return Jvm.start(Jvm.command(flags, Server.class, List.of()));
  }

  private static Object component(Object order, String name) throws ReflectiveOperationException {
    return order.getClass().getMethod(name).invoke(order);
  }

  @Test
  void nodesOfTwoVersionsReadEachOthersMessages() throws Exception {
    MadeUpSource before = Versions.before();
    Path newer = folder.resolve("after");
    Versions.after().writeTo(newer);
    Process server = server(newer);
    ActorSystem system = Systems.create("client", before, Systems.REMOTE, Systems.APP);
    try (BufferedReader printed = server.inputReader()) {
      BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
      ActorRef receiver = Systems.receiver(system, queue);
      String echo = printed.readLine();
      assertNotNull(echo);
      system
          .actorSelection(echo)
          .tell(before.create("app.Order", 1L, "tea", 7, receiver), ActorRef.noSender());
      // The class of an earlier answer is unknown here: that answer is lost, but not the
      // connection.
      Object first = Systems.next(queue);
      assertSame(before, first.getClass().getClassLoader());
      assertEquals(2L, component(first, "id"));
      assertEquals("tea!", component(first, "article"));
      assertEquals(0, component(first, "lost"));
      ActorRef remote = (ActorRef) component(first, "replyTo");
      remote.tell(before.create("app.Order", 2L, "milk", 7, receiver), ActorRef.noSender());
      Object second = Systems.next(queue);
      assertEquals("milk!", component(second, "article"));
      assertEquals(remote, component(second, "replyTo"));
    } finally {
      Systems.stop(system);
      server.destroyForcibly().waitFor();
    }
  }
}
