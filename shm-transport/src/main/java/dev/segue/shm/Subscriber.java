// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.events.ReceiveEvent;
import dev.segue.shm.internal.events.WaitEvent;
import dev.segue.shm.internal.lane.LaneConsumer;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.Signal;
import dev.segue.shm.internal.os.SignalWatch;
import dev.segue.shm.internal.routing.SubscriberLanes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Receives the messages of a channel, without copying them.
///
/// Handlers read messages directly in shared memory. Their space is returned to the publisher in
/// batches, after the handler has run. If the process dies during a poll, the next subscriber may
/// receive some messages of that poll again.
///
/// A subscriber is for one thread at a time. A call that overlaps a call of another thread throws
/// `IllegalStateException` and has no effect. Threads may take turns, if a lock or another
/// happens-before relationship orders their calls. Any thread may call {@link #close()} at any
/// time, and use a {@link HeldMessage}.
///
/// A poll with a timeout first spins for a short time, which adapts to the recent waiting times,
/// and then sleeps until a publisher sends a message. On Linux the thread sleeps on a futex and
/// uses no CPU. On other systems, and without native access, it checks every 0.1 to 2 ms instead. A
/// virtual thread that sleeps does not block its carrier.
public final class Subscriber implements MessageReceiver {

  /// The largest number of messages that a subscriber can hold at once.
  public static final int MAX_HELD_MESSAGES = 1024;

  private final Channel channel;
  private final Path file;
  private final SubscriberLanes lanes;
  private final Membership membership;
  private final CodecMemory memory = new CodecMemory();
  private final Confinement use;
  private @Nullable Waiting waiting;
  private @Nullable Decoder<?> decoder;

  /// Waits for messages.
  private final class Waiting extends Sleeper {
    private RawMessageHandler handler = (_, _, _) -> {};
    private int limit;

    Waiting() {
      super(membership);
    }

    int poll(RawMessageHandler newHandler, int newLimit, long timeoutNanos) throws IOException {
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

    /// Announces that no thread polls until there is something to do.
    ///
    /// @return the signal to be watched, or null if there may be something to do now
    @Nullable Signal announceQuiet() {
      Signal signal = announceWatch();
      if (signal == null) {
        return null;
      }
      if (lanes.isQuiet() && !lanes.isOutdated()) {
        return signal;
      }
      signal.awake();
      return null;
    }

    @Override
    int attempt() {
      return pollOnce(handler, limit);
    }

    @Override
    boolean isOutdated() {
      return lanes.isOutdated();
    }

    @Override
    TransportException interrupted() {
      return new TransportException(
          TransportException.Kind.INTERRUPTED,
          "interrupted while waiting for a message in " + file);
    }
  }

  Subscriber(Channel channel, SubscriberLanes lanes, Membership membership) {
    this.channel = channel;
    this.file = channel.path();
    this.lanes = lanes;
    this.membership = membership;
    this.use = new Confinement("the subscriber of " + file);
  }

  /// Passes the available messages to a handler.
  ///
  /// @param handler called for each message. If it throws, the exception passes through, and the
  ///   message counts as handled
  /// @param limit the largest number of messages to handle; zero or less: none
  /// @return the number of messages handled
  /// @throws TransportException `CORRUPT` when a lane contains invalid data; `FENCED` when the
  ///   channel has continued without this subscriber, possibly after some messages of this batch,
  ///   which the next subscriber receives again; `NOT_FOUND` when the channel's files are gone;
  ///   `IO_ERROR` or `ACCESS_DENIED` when a new lane cannot be mapped
  /// @throws IllegalStateException when the subscriber is closed, another thread is using it, or
  ///   the handler polls it
  @Override
  public int poll(MessageHandler handler, int limit) {
    return poll((RawMessageHandler) handler, limit);
  }

  /// Passes the available messages to a handler, without creating a view of each.
  ///
  /// @param handler called for each message, as in {@link #poll(MessageHandler, int)}
  /// @param limit the largest number of messages to handle; zero or less: none
  /// @return the number of messages handled
  /// @throws TransportException as {@link #poll(MessageHandler, int)}
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public int poll(RawMessageHandler handler, int limit) {
    Confinement.Bias entered = begin();
    try {
      return pollOnce(handler, limit);
    } finally {
      use.exit(entered);
    }
  }

  @Override
  public int poll(MessageHandler handler, int limit, Duration timeout) {
    return poll((RawMessageHandler) handler, limit, timeout);
  }

  /// Passes the available messages to a handler, without creating a view of each, and waits for a
  /// message if there is none.
  ///
  /// @param handler called for each message, as in {@link #poll(MessageHandler, int)}
  /// @param limit the largest number of messages to handle; zero or less: none, without waiting
  /// @param timeout how long to wait for the first message
  /// @return the number of messages handled; 0 when the timeout elapsed
  /// @throws TransportException as {@link #poll(MessageHandler, int)}; `INTERRUPTED` when the
  ///   thread is interrupted while it waits (it stays interrupted)
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}, also when the subscriber
  ///   is closed while it waits
  public int poll(RawMessageHandler handler, int limit, Duration timeout) {
    Confinement.Bias entered = begin();
    try {
      return pollOrWait(handler, limit, Publisher.nanos(timeout));
    } finally {
      use.exit(entered);
    }
  }

  @Override
  public <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit) {
    Confinement.Bias entered = begin();
    try {
      return pollOnce(decoder(codec).to(consumer), limit);
    } finally {
      use.exit(entered);
    }
  }

  @Override
  public <T extends @Nullable Object> int poll(
      MessageCodec<T> codec, Consumer<? super T> consumer, int limit, Duration timeout) {
    Confinement.Bias entered = begin();
    try {
      return pollOrWait(decoder(codec).to(consumer), limit, Publisher.nanos(timeout));
    } finally {
      use.exit(entered);
    }
  }

  private <T extends @Nullable Object> Decoder<T> decoder(MessageCodec<T> codec) {
    Decoder<?> last = decoder;
    Decoder<T> known = last == null ? null : last.forCodec(codec);
    if (known == null) {
      known = new Decoder<>(codec, memory);
      decoder = known;
    }
    return known;
  }

  /// Runs an action once there may be a message, instead of waiting on a thread. For applications
  /// with many subscribers that are mostly idle: a few threads of the process watch for all of
  /// them.
  ///
  /// On Linux 5.16 and later these threads sleep until a message wakes one of them. On other
  /// systems, and without native access, they check every 0.1 to 2 ms.
  ///
  /// Between a result of true and the action, no thread may use this subscriber, except for {@link
  /// #wakeUp()} and {@link #close()}, which both make the action run. The action also runs when a
  /// publisher leaves or its process dies, and may run without a cause.
  ///
  /// @param action runs once, soon, on a thread that watches other subscribers, too: it must not
  ///   block, and passes the work to another thread. If it throws an `OutOfMemoryError`, as when no
  ///   thread can be started, it is called again; any other exception is logged
  /// @return false, without any effect, if there may be a message now or the publisher does not
  ///   know yet that it must wake this subscriber, if the channel keeps messages of a publisher
  ///   that has left, or if no thread can be started. Poll with a timeout then, which waits, and
  ///   try again
  /// @throws TransportException `CORRUPT` if a file of the channel was truncated
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public boolean whenReady(Runnable action) {
    Objects.requireNonNull(action, "action");
    @Nullable Signal signal;
    Confinement.Bias entered = begin();
    try {
      lanes.requireOpen();
      Waiting known = waiting;
      signal = known == null ? null : known.announceQuiet();
      PageFaults.settle();
    } catch (InternalError e) {
      throw membership.translate(e);
    } finally {
      use.exit(entered);
    }
    // The action may run before this returns, and use the subscriber.
    return signal != null && watch(signal, action);
  }

  private boolean watch(Signal signal, Runnable action) {
    boolean watched =
        SignalWatch.add(
            new SignalWatch.Waiter() {
              @Override
              public Signal signal() {
                return signal;
              }

              @Override
              public boolean isOutdated() {
                return lanes.isOutdated();
              }

              @Override
              public void wake() {
                action.run();
              }
            });
    if (!watched) {
      signal.awake();
    }
    return watched;
  }

  /// Makes the action of {@link #whenReady} run soon, if one is waiting. Any thread may call this
  /// at any time.
  public void wakeUp() {
    try {
      membership.registry().raise(membership.memberSlot().id());
      PageFaults.settle();
    } catch (IllegalStateException | InternalError e) {
      // Closed, or its file was truncated: the watching thread detects that, too.
    }
  }

  private Confinement.Bias begin() {
    Confinement.Bias entered = use.tryEnter();
    if (entered == null) {
      throw new IllegalStateException("a handler must not poll the subscriber that calls it");
    }
    return entered;
  }

  private int pollOnce(RawMessageHandler handler, int limit) {
    try {
      lanes.begin();
      int count = deliverBatch(handler, limit);
      if (count == 0) {
        lanes.tidy();
      }
      PageFaults.settle();
      return count;
    } catch (IOException | FencedException | LaneFault | InternalError e) {
      throw membership.translate(e);
    }
  }

  private int deliverBatch(RawMessageHandler handler, int limit) {
    try {
      return limit > 0 && lanes.advance() ? deliver(handler, limit) : 0;
    } finally {
      lanes.end();
    }
  }

  /// Handles the current message of the lanes, and the messages after it.
  ///
  /// A separate method that always calls the handler, so that the JIT inlines the handler: most
  /// polls of a spinning subscriber find no message.
  private int deliver(RawMessageHandler handler, int limit) {
    ReceiveEvent event = new ReceiveEvent();
    event.begin();
    int count = 0;
    do {
      count++;
      LaneConsumer lane = lanes.current();
      handler.onRawMessage(lane.memory(), lane.messageOffset(), lane.messageLength());
    } while (count < limit && lanes.advanceFurther());
    if (event.isEnabled()) {
      event.channel = file.toString();
      event.messages = count;
      event.commit();
    }
    return count;
  }

  private int pollOrWait(RawMessageHandler handler, int limit, long timeoutNanos) {
    int count = pollOnce(handler, limit);
    return count > 0 || limit <= 0 || timeoutNanos <= 0
        ? count
        : await(handler, limit, timeoutNanos);
  }

  private int await(RawMessageHandler handler, int limit, long timeoutNanos) {
    Waiting known = waiting;
    try {
      if (known == null) {
        known = new Waiting();
        waiting = known;
      }
      return known.poll(handler, limit, timeoutNanos);
    } catch (IOException | InternalError e) {
      throw membership.translate(e);
    }
  }

  /// Keeps the current message readable after the handler returns. Only a handler may call it, on
  /// its own thread.
  ///
  /// @return the message, to be closed later; held messages may be closed in any order
  /// @throws IllegalStateException outside a handler, on another thread, or when {@value
  ///   #MAX_HELD_MESSAGES} messages are held
  public HeldMessage hold() {
    if (!use.isInside()) {
      throw new IllegalStateException(
          "hold() keeps the message that a handler is called for: call it from a handler");
    }
    if (lanes.holds() >= MAX_HELD_MESSAGES) {
      throw new IllegalStateException(
          MAX_HELD_MESSAGES + " messages are held already: close the oldest first");
    }
    return new HeldMessage(lanes.hold());
  }

  /// Leaves the channel. In a pair and in a queue, messages that were not handled or are still held
  /// go to the next subscriber. Closing a second time has no effect.
  ///
  /// @throws TransportException when the channel's registry cannot be updated; the subscriber is
  ///   closed nevertheless
  @Override
  public void close() {
    channel.leave(membership);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "subscriber " + membership.memberSlot().id() + " of " + file;
  }
}
