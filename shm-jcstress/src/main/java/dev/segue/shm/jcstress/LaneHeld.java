// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.segue.shm.internal.lane.LaneHold;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Hold: a held message stays intact while others are released, until any thread ends the hold.
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Held; the producer found no room.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Held, ended, released, and overwritten.")
@Outcome(expect = FORBIDDEN, desc = "Overwritten while it was held.")
@State
public class LaneHeld {

  private final TestLane lane = new TestLane();
  private final LaneHold hold;

  /// Holds one message, and reads another one after it.
  public LaneHeld() {
    lane.send(1200, 1);
    lane.send(1200, 3);
    TestLane.receive(lane.consumer);
    hold = lane.consumer.hold();
    TestLane.receive(lane.consumer);
    lane.consumer.release();
  }

  /// The producer.
  @Actor
  public void producer(JJ_Result result) {
    result.r2 = lane.send(1896, 2) ? 1 : 0;
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    lane.consumer.release();
    result.r1 = TestLane.value(hold.message());
    hold.release();
    lane.consumer.release();
  }
}
