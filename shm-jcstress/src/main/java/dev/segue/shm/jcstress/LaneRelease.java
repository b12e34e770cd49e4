// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Release: the producer overwrites a message only after the consumer has read it.
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Read; the producer found no room yet.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Read, released, and overwritten.")
@Outcome(expect = FORBIDDEN, desc = "Overwritten while it was read.")
@State
public class LaneRelease {

  private final TestLane lane = new TestLane();

  /// Fills the ring with one message.
  public LaneRelease() {
    lane.send(TestLane.MAX - 96, 1);
  }

  /// The producer.
  @Actor
  public void producer(JJ_Result result) {
    result.r2 = lane.send(2000, 2) ? 1 : 0;
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    result.r1 = TestLane.receive(lane.consumer);
    lane.consumer.release();
  }
}
