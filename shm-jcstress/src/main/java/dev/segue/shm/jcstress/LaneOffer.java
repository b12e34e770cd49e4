// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Messages that are copied, as words or at once, are seen whole and in order.
@JCStressTest
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Nothing there yet.")
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The first.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both, in order.")
@Outcome(expect = FORBIDDEN, desc = "Half a message, or the wrong order.")
@State
public class LaneOffer {

  private final TestLane lane = new TestLane();

  /// The producer.
  @Actor
  public void producer() {
    lane.offer(32, 1);
    lane.offer(200, 2);
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    result.r1 = TestLane.receive(lane.consumer);
    result.r2 = result.r1 == TestLane.NONE ? TestLane.NONE : TestLane.receive(lane.consumer);
  }
}
