// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/// Actor systems for tests.
final class Systems {

  /// On a busy machine, the defaults of time-outs pass.
  private static final String QUIET =
      """
      pekko.logger-startup-timeout = 300s
      pekko.loglevel = OFF
      pekko.stdout-loglevel = OFF
      pekko.log-dead-letters = off
      pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
      pekko.coordinated-shutdown.exit-jvm = off
      """;

  /// The configuration for a free loopback port.
  static final String REMOTE =
      """
      pekko.actor.provider = remote
      pekko.remote.artery.transport = tcp
      pekko.remote.artery.canonical.hostname = "127.0.0.1"
      pekko.remote.artery.canonical.port = 0
      pekko.remote.artery.bind.bind-timeout = 300s
      pekko.remote.artery.advanced.handshake-timeout = 300s
      pekko.remote.artery.advanced.tcp.connection-timeout = 300s
      """;

  static final String APP =
      """
      segue.pekko.packages = [app]
      pekko.actor.serialization-bindings { "app.Message" = segue }
      """;

  private Systems() {}

  static ActorSystem create(String name, ClassLoader loader, String... settings) {
    Config config =
        ConfigFactory.parseString(QUIET + String.join("\n", settings))
            .withFallback(ConfigFactory.load(loader));
    return ActorSystem.create(name, config, loader);
  }

  static void stop(ActorSystem system) {
    var _ = system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }

  /// Creates an actor that adds its messages to a queue.
  static ActorRef receiver(ActorSystem system, BlockingQueue<Object> queue) {
    return system.actorOf(Props.create(Receiver.class, () -> new Receiver(queue)));
  }

  static Object next(BlockingQueue<Object> queue) throws InterruptedException {
    Object message = queue.poll(5, TimeUnit.MINUTES);
    assertNotNull(message);
    return message;
  }

  private static final class Receiver extends AbstractActor {
    private final BlockingQueue<Object> queue;

    Receiver(BlockingQueue<Object> queue) {
      this.queue = queue;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(queue::add).build();
    }
  }
}
