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

/// Signal: a consumer sleeps until there is a message, and no wake-up is lost.
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Saw it, or was woken for it.")
@Outcome(expect = FORBIDDEN, desc = "Overslept, or woke and saw nothing.")
@State
public class SignalForMessages {

  /// Longer than a loaded machine takes to schedule a thread: a sleep that lasts this long was not
  /// ended by a wake-up.
  private static final long SLEEP_NANOS = 20_000_000_000L;

  private final TestLane lane = new TestLane();
  private final Signal signal = new Signal(Arena.ofAuto().allocate(ValueLayout.JAVA_INT));

  /// The producer.
  @Actor
  public void producer() {
    lane.send(64, 1);
    signal.raise();
  }

  /// The consumer. It may wake spuriously, and then sleeps again.
  @Actor
  public void consumer(JJ_Result result) {
    long start = System.nanoTime();
    long value;
    do {
      signal.announceSleep();
      value = TestLane.receive(lane.consumer);
      if (value == TestLane.NONE) {
        signal.sleep(SLEEP_NANOS);
      }
      signal.awake();
    } while (value == TestLane.NONE);
    result.r1 = value;
    result.r2 = System.nanoTime() - start >= SLEEP_NANOS ? 1 : 0;
  }
}
