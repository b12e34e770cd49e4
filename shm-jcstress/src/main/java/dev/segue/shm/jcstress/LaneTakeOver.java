// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.segue.shm.internal.lane.LaneConsumer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Takeover: a fenced consumer stores its released position late, while another consumer takes
/// over. The producer must not use that position unless the new consumer has also used it.
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The message again; its room is not free.")
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "Released in time; the producer came too soon.")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Released in time; nothing new yet.")
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Released in time, and the next message.")
@Outcome(expect = FORBIDDEN, desc = "A message overwritten that the new consumer has to read.")
@State
public class LaneTakeOver {

  private final TestLane lane = new TestLane();

  /// Lets the old consumer read a message that fills more than half of the ring.
  public LaneTakeOver() {
    lane.send(2400, 1);
    TestLane.receive(lane.consumer);
  }

  /// The old consumer, and the producer after it.
  @Actor
  public void late(JJ_Result result) {
    lane.consumer.release();
    result.r2 = lane.send(1896, 2) ? 1 : 0;
  }

  /// The new consumer.
  @Actor
  public void successor(JJ_Result result) {
    LaneConsumer successor = lane.takeOver();
    result.r1 = TestLane.receive(successor);
  }
}
