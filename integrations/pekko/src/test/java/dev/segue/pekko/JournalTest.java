// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.segue.sources.MadeUpSource;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.persistence.AbstractPersistentActor;
import org.apache.pekko.persistence.RecoveryCompleted;
import org.junit.jupiter.api.Test;

/// An actor that recovers from events of another version.
class JournalTest {

  /// Persists all messages, and adds persisted and recovered events to a queue.
  private static final class Keeper extends AbstractPersistentActor {
    private final BlockingQueue<Object> events;

    Keeper(BlockingQueue<Object> events) {
      this.events = events;
    }

    @Override
    public String persistenceId() {
      return "orders";
    }

    @Override
    public Receive createReceiveRecover() {
      return receiveBuilder().match(RecoveryCompleted.class, _ -> {}).matchAny(events::add).build();
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(event -> persist(event, events::add)).build();
    }
  }

  private static ActorRef keeper(ActorSystem system, BlockingQueue<Object> events) {
    return system.actorOf(Props.create(Keeper.class, () -> new Keeper(events)));
  }

  @Test
  void actorsRecoverFromOlderAndNewerEvents() throws Exception {
    MadeUpSource before = Versions.before();
    MadeUpSource after = Versions.after();
    BlockingQueue<Object> events = new LinkedBlockingQueue<>();
    ActorSystem old = Systems.create("old", before, Systems.APP, MemoryJournal.SETTINGS);
    keeper(old, events).tell(before.create("app.Order", 1L, "tea", 7, null), ActorRef.noSender());
    assertSame(before, Systems.next(events).getClass().getClassLoader());
    Systems.stop(old);

    ActorSystem upgraded = Systems.create("new", after, Systems.APP, MemoryJournal.SETTINGS);
    ActorRef keeper = keeper(upgraded, events);
    String expected = "Order[tags=null, id=1, article=tea, replyTo=null]";
    assertEquals(expected, Systems.next(events).toString());
    keeper.tell(after.create("app.Order", Set.of(), 2L, "milk", null), ActorRef.noSender());
    Systems.next(events);
    Systems.stop(upgraded);

    ActorSystem back = Systems.create("back", before, Systems.APP, MemoryJournal.SETTINGS);
    keeper(back, events);
    assertEquals("Order[id=1, article=tea, lost=7, replyTo=null]", Systems.next(events).toString());
    assertEquals(
        "Order[id=2, article=milk, lost=0, replyTo=null]", Systems.next(events).toString());
    Systems.stop(back);
  }
}
