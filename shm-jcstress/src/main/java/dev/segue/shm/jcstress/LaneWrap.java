// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Wrap: a message does not fit in the rest of the ring, which becomes padding.
@JCStressTest
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Nothing there yet; later the message.")
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The message, once.")
@Outcome(expect = FORBIDDEN, desc = "Half a message, twice the message, or padding as a message.")
@State
public class LaneWrap {

  private final TestLane lane = new TestLane();

  /// Leaves 96 bytes up to the end of the ring.
  public LaneWrap() {
    lane.pass(2992);
    lane.pass(992);
  }

  /// The producer.
  @Actor
  public void producer() {
    lane.send(200, 1);
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    result.r1 = TestLane.receive(lane.consumer);
  }

  /// The consumer's later read.
  @Arbiter
  public void later(JJ_Result result) {
    result.r2 = TestLane.receive(lane.consumer);
  }
}
