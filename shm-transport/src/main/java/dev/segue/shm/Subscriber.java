// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.events.ReceiveEvent;
import dev.segue.shm.events.WaitEvent;
import dev.segue.shm.lane.LaneFault;
import dev.segue.shm.membership.FencedException;
import dev.segue.shm.os.PageFaults;
import dev.segue.shm.routing.Inbound;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A receiving end of a channel. One thread at a time.
///
/// Messages are read in the shared memory itself. Their room goes back to the publisher after the
/// handler has had them, in batches: of what the handler saw in the poll during which its process
/// died, a part may be given to the next subscriber again.
///
/// Threads may take turns, one call after another. A call that overlaps one of another thread
/// throws `IllegalStateException` and has no effect. Any thread may call {@link #close()} at any
/// time, and use a {@link HeldMessage}.
public final class Subscriber implements MessageReceiver {

  /// How many messages of one subscriber can be held at once.
  public static final int MAX_HELD_MESSAGES = 1024;

  private final Channel channel;
  private final Path file;
  private final Inbound lanes;
  private final Membership membership;
  private final MessageFormat.Scratch scratch = new MessageFormat.Scratch();
  private final Confinement use;
  private @Nullable Waiting waiting;

  /// How it waits.
  private final class Waiting extends Sleeper {
    private RangeHandler handler = (_, _, _) -> {};
    private int limit;

    Waiting() {
      super(membership);
    }

    int poll(RangeHandler newHandler, int newLimit, long timeoutNanos) throws IOException {
      handler = newHandler;
      limit = newLimit;
      WaitEvent event = new WaitEvent();
      event.begin();
      int count = await(timeoutNanos);
      event.end();
      if (event.shouldCommit()) {
        event.channel = file.toString();
        event.messages = count;
        event.commit();
      }
      return count;
    }

    @Override
    int attempt() {
      return pollOnce(handler, limit);
    }

    @Override
    boolean isBehind() {
      return lanes.isBehind();
    }

    @Override
    ShmException interrupted() {
      return new ShmException(
          ShmException.Kind.INTERRUPTED, "interrupted while waiting for a message in " + file);
    }
  }

  Subscriber(Channel channel, Inbound lanes, Membership membership) {
    this.channel = channel;
    this.file = channel.file();
    this.lanes = lanes;
    this.membership = membership;
    this.use = new Confinement("the subscriber of " + file);
  }

  /// Gives the messages that are there to a handler.
  ///
  /// @param handler what takes them; if it throws, that passes through, and the message counts as
  ///   handled
  /// @param limit how many messages at most
  /// @return how many there were
  /// @throws ShmException `CORRUPT` when there is a record that no publisher writes; `FENCED` when
  ///   the others have gone on without this subscriber, perhaps after some messages of this batch,
  ///   which its successor gets again; `SYSTEM`, `NOT_FOUND` or `ACCESS` when a new lane cannot be
  ///   mapped
  /// @throws IllegalStateException when the subscriber is closed, the handler polls it, or another
  ///   thread is using it
  @Override
  public int poll(MessageHandler handler, int limit) {
    return poll((RangeHandler) handler, limit);
  }

  /// Gives the messages that are there to a handler, without making a view of each.
  ///
  /// @param handler what takes them; if it throws, that passes through, and the message counts as
  ///   handled
  /// @param limit how many messages at most
  /// @return how many there were
  /// @throws ShmException as {@link #poll(MessageHandler, int)}
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public int poll(RangeHandler handler, int limit) {
    begin();
    try {
      return pollOnce(handler, limit);
    } finally {
      use.exit();
    }
  }

  private void begin() {
    if (!use.enter()) {
      throw new IllegalStateException("poll from inside a handler");
    }
  }

  private int pollOnce(RangeHandler handler, int limit) {
    try {
      lanes.begin();
      int count = handOut(handler, limit);
      if (count == 0) {
        lanes.tidy();
      }
      PageFaults.settle();
      return count;
    } catch (IOException | FencedException | LaneFault | InternalError e) {
      throw membership.told(e);
    }
  }

  private int handOut(RangeHandler handler, int limit) {
    try {
      return limit > 0 && lanes.advance() ? deliver(handler, limit) : 0;
    } finally {
      lanes.end();
    }
  }

  /// Hands out the message that the lanes have gone to, and those after it.
  ///
  /// Apart from the polls that find nothing, which are most of them while someone spins: here the
  /// handler is called each time, so that it is compiled into this.
  private int deliver(RangeHandler handler, int limit) {
    ReceiveEvent event = new ReceiveEvent();
    event.begin();
    int count = 0;
    do {
      count++;
      handler.onMessage(lanes.memory(), lanes.messageOffset(), lanes.messageLength());
    } while (count < limit && lanes.advanceFurther());
    if (event.isEnabled()) {
      event.channel = file.toString();
      event.messages = count;
      event.commit();
    }
    return count;
  }

  @Override
  public <T> int poll(MessageFormat<T> format, Consumer<? super T> consumer, int limit) {
    return poll(message -> consumer.accept(format.read(message, scratch)), limit);
  }

  /// Polls, and when there is nothing, spins for a little, and then sleeps until a publisher has
  /// sent something: on a futex, so that waiting takes no processor. Elsewhere than on Linux it
  /// looks every 0.1 to 2 ms instead.
  ///
  /// @param handler what takes the messages
  /// @param limit how many messages at most
  /// @param timeout how long to wait for the first of them
  /// @return how many there were; 0 when the time was over
  /// @throws ShmException as {@link #poll(MessageHandler, int)}; `INTERRUPTED` when the thread is
  ///   interrupted while it waits, and it stays interrupted
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public int pollBlocking(MessageHandler handler, int limit, Duration timeout) {
    return pollBlocking((RangeHandler) handler, limit, timeout);
  }

  /// Polls, and waits as {@link #pollBlocking(MessageHandler, int, Duration)} does, without making
  /// a view of each message.
  ///
  /// @param handler what takes the messages
  /// @param limit how many messages at most
  /// @param timeout how long to wait for the first of them
  /// @return how many there were; 0 when the time was over
  /// @throws ShmException as {@link #pollBlocking(MessageHandler, int, Duration)}
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public int pollBlocking(RangeHandler handler, int limit, Duration timeout) {
    begin();
    try {
      int count = pollOnce(handler, limit);
      return count > 0 || limit <= 0 ? count : await(handler, limit, timeout.toNanos());
    } finally {
      use.exit();
    }
  }

  private int await(RangeHandler handler, int limit, long timeoutNanos) {
    Waiting known = waiting;
    try {
      if (known == null) {
        known = new Waiting();
        waiting = known;
      }
      return known.poll(handler, limit, timeoutNanos);
    } catch (IOException | InternalError e) {
      throw membership.told(e);
    }
  }

  /// Keeps the message that the handler is called for, beyond the call. Only from inside a handler.
  ///
  /// @return the message, to be released later, in any order with others
  /// @throws IllegalStateException outside a handler, on another thread than its, or when {@value
  ///   #MAX_HELD_MESSAGES} are held
  public HeldMessage hold() {
    if (!use.isInside()) {
      throw new IllegalStateException("hold() is for the message that a handler is called for");
    }
    if (lanes.holds() >= MAX_HELD_MESSAGES) {
      throw new IllegalStateException(
          "more than " + MAX_HELD_MESSAGES + " messages are held: release the oldest first");
    }
    return new HeldMessage(lanes.hold());
  }

  /// Leaves the channel. What was not handled, or is still held, is for the next subscriber.
  @Override
  public void close() {
    channel.leave(membership);
  }
}
