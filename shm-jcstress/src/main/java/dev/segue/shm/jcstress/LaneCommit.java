// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Commit: a consumer that sees a record sees everything written before it, and nothing of an
/// aborted claim.
@JCStressTest
@Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Nothing there yet.")
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "The first.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both, in order.")
@Outcome(expect = FORBIDDEN, desc = "Half a message, an aborted one, or the wrong order.")
@State
public class LaneCommit {

  private final TestLane lane = new TestLane();

  /// The producer.
  @Actor
  public void producer() {
    lane.send(64, 1);
    if (lane.producer.tryClaim(128)) {
      lane.write(128, 7);
      lane.producer.abort();
    }
    lane.send(64, 2);
  }

  /// The consumer.
  @Actor
  public void consumer(JJ_Result result) {
    result.r1 = TestLane.receive(lane.consumer);
    result.r2 = result.r1 == TestLane.NONE ? TestLane.NONE : TestLane.receive(lane.consumer);
  }
}
