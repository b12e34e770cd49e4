// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.lane.LaneHold;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lanes of a subscriber. For one thread at a time, except for {@link #close()}.
///
/// Lanes are read in turn, up to a number of messages each. Where order matters more than fairness,
/// the oldest lane is read until it is orphaned and read to its end.
public final class SubscriberLanes extends MemberLanes<SubscriberLanes.Inlet> {

  /// A lane of a subscriber.
  static final class Inlet implements MappedLane {
    final Mapping mapping;
    final LaneConsumer consumer;
    LaneRef lane;

    /// When the lane was found to be orphaned.
    long orphanedAtNanos;

    Inlet(LaneRef lane, Mapping mapping, LaneConsumer consumer) {
      this.lane = lane;
      this.mapping = mapping;
      this.consumer = consumer;
    }

    @Override
    public LaneRef lane() {
      return lane;
    }

    @Override
    public Mapping mapping() {
      return mapping;
    }
  }

  private static final int MESSAGES_PER_TURN = 256;

  /// How long to keep the lane of a producer that was fenced while it ran: far longer than a
  /// pending store takes to become visible.
  private static final long FENCE_GRACE_NANOS = 20_000_000;

  private final boolean oldestFirst;
  private Inlet[] inlets = new Inlet[0];

  /// The lane if there is exactly one, as in a pair.
  private @Nullable LaneConsumer only;

  private int turn;
  private int messagesThisTurn;

  /// The lane of the current message, unless it is the {@link #only} one: a store of a reference
  /// for each message would cost more than one of a flag.
  private @Nullable LaneConsumer current;

  /// Whether there is a current message.
  private boolean delivering;

  private boolean anyOrphaned;

  /// Creates the lanes of a subscriber.
  public SubscriberLanes(
      Registry registry, MemberSlot memberSlot, long maxMessageLength, boolean oldestFirst) {
    super(registry, memberSlot, maxMessageLength);
    this.oldestFirst = oldestFirst;
  }

  /// Advances to the next message of any lane.
  public boolean advance() {
    LaneConsumer lane = only;
    if (lane == null) {
      return advanceInTurn();
    }
    if (!lane.advance()) {
      return false;
    }
    delivering = true;
    return true;
  }

  private boolean advanceInTurn() {
    Inlet[] lanes = inlets;
    int visits = oldestFirst ? Math.min(1, lanes.length) : lanes.length;
    if (!oldestFirst && messagesThisTurn >= MESSAGES_PER_TURN) {
      nextTurn();
    }
    for (int i = 0; i < visits; i++) {
      if (turn >= lanes.length || oldestFirst) {
        turn = 0;
      }
      if (lanes[turn].consumer.advance()) {
        current = lanes[turn].consumer;
        delivering = true;
        messagesThisTurn++;
        return true;
      }
      nextTurn();
    }
    return false;
  }

  /// Advances to a message after the first of a batch.
  ///
  /// @throws FencedException when this member was fenced: its lanes now belong to others
  public boolean advanceFurther() {
    if (isOutdated()) {
      requireMemberSlot();
    }
    return advance();
  }

  /// Whether there is nothing to read, and no lane to delete once it has been read.
  public boolean isQuiet() {
    for (Inlet inlet : inlets) {
      if (inlet.lane.orphaned() || !inlet.consumer.isAtEnd()) {
        return false;
      }
    }
    return true;
  }

  private void nextTurn() {
    turn++;
    messagesThisTurn = 0;
  }

  /// The lane of the current message.
  public LaneConsumer current() {
    LaneConsumer lane = only == null ? current : only;
    if (lane == null || !delivering) {
      throw new IllegalStateException("no message is being handled");
    }
    return lane;
  }

  /// Holds the current message.
  public LaneHold hold() {
    return current().hold();
  }

  /// The number of held messages.
  public int holds() {
    int holds = 0;
    for (Inlet inlet : inlets) {
      holds += inlet.consumer.holds();
    }
    return holds;
  }

  /// Ends a batch: returns the space of messages that are not held to the producers.
  public void end() {
    boolean any = delivering;
    delivering = false;
    if (isClosed()) {
      return;
    }
    LaneConsumer lane = only;
    boolean released = lane == null ? releaseAll() : lane.release();
    // A poll that finds no message and releases nothing makes no room.
    if ((any || released) && isOutdated()) {
      // Since the last update, a publisher may have been allowed to sleep, and wait for room.
      for (Inlet inlet : inlets) {
        registry.raise(registry.producerOf(inlet.lane));
      }
    }
  }

  private boolean releaseAll() {
    boolean released = false;
    for (Inlet inlet : inlets) {
      released |= inlet.consumer.release();
    }
    return released;
  }

  /// Deletes orphaned lanes that were read to their end. Called when there was nothing to read.
  public void tidy() throws IOException {
    if (anyOrphaned && !isClosed()) {
      anyOrphaned = false;
      for (Inlet inlet : inlets) {
        if (inlet.lane.orphaned()) {
          retire(inlet);
        }
      }
    }
  }

  private void retire(Inlet inlet) throws IOException {
    boolean early =
        inlet.lane.fenced() && System.nanoTime() - inlet.orphanedAtNanos < FENCE_GRACE_NANOS;
    if (early || !inlet.consumer.isDrained()) {
      anyOrphaned = true;
      return;
    }
    Boolean done = registry.tryRetire(inlet.lane, inlet.consumer::isDrained);
    if (done == null || !inlet.consumer.isDrained()) {
      anyOrphaned = true; // Busy or refused: try again.
    }
  }

  @Override
  void attach(List<LaneRef> lanes) throws IOException {
    List<Inlet> before = attached();
    List<Inlet> next = openAll(lanes);
    inlets = next.toArray(Inlet[]::new);
    only = inlets.length == 1 ? inlets[0].consumer : null;
    try (Closeable _ = () -> Mapping.closeAllBut(mappings(next), mappings(before))) {
      int i = 0;
      for (LaneRef lane : lanes) {
        if (i < inlets.length && inlets[i].lane.id() == lane.id()) { // Otherwise it was omitted.
          update(inlets[i++], lane);
        }
      }
    }
  }

  private void update(Inlet inlet, LaneRef lane) {
    if (lane.orphaned()) {
      anyOrphaned = true;
      inlet.orphanedAtNanos = System.nanoTime();
    }
    inlet.lane = lane;
    inlet.consumer.signalAfterRelease(registry.signal(lane.producer()));
  }

  /// Returns the lane unchanged; it is updated when all lanes are open.
  @Override
  Inlet keep(Inlet known, LaneRef lane) {
    return known;
  }

  @Override
  Inlet open(LaneRef lane) throws IOException {
    Mapping mapping = registry.map(lane);
    try {
      return new Inlet(lane, mapping, registry.takeOver(mapping, memberSlot));
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, mapping::close);
      throw e;
    }
  }

  @Override
  List<Inlet> attached() {
    return List.of(inlets);
  }
}
