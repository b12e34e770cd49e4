// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.segue.shm.internal.os.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Signal: a producer sleeps until there is room, and no wake-up is lost.
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Found room, or was woken for it.")
@Outcome(expect = FORBIDDEN, desc = "Overslept, or the message was overwritten while it was read.")
@State
public class SignalForSpace {

  /// Longer than a loaded machine takes to schedule a thread: a sleep that lasts this long was not
  /// ended by a wake-up.
  private static final long SLEEP_NANOS = 20_000_000_000L;

  private final TestLane lane = new TestLane();
  private final Signal signal = new Signal(Arena.ofAuto().allocate(ValueLayout.JAVA_INT));

  /// Fills the ring with one message.
  public SignalForSpace() {
    lane.send(TestLane.MAX, 1);
    lane.consumer.signalAfterRelease(signal);
  }

  /// The producer. It may wake spuriously, and then sleeps again.
  @Actor
  public void producer(JJ_Result result) {
    long start = System.nanoTime();
    boolean sent;
    do {
      signal.announceSleep();
      sent = lane.send(2000, 2);
      if (!sent) {
        signal.sleep(SLEEP_NANOS);
      }
      signal.awake();
    } while (!sent);
    result.r2 = System.nanoTime() - start >= SLEEP_NANOS ? 1 : 0;
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    result.r1 = TestLane.receive(lane.consumer);
    lane.consumer.release();
  }
}
