// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.segue.shm.internal.lane.LaneObserver;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/// Observer: the observer copies a message while the producer overwrites it in the next lap.
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The message, before it was overwritten.")
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "Passed: it shows nothing.")
@Outcome(expect = FORBIDDEN, desc = "What nobody has sent.")
@State
public class LaneObserved {

  private final TestLane lane = new TestLane();
  private final LaneObserver observer = lane.observer();

  /// Places the message to be observed at the start of the ring, where the producer writes next.
  public LaneObserved() {
    lane.send(2024, 1);
    lane.send(2032, 3);
    TestLane.receive(lane.consumer);
    TestLane.receive(lane.consumer);
    lane.consumer.release();
  }

  /// The producer.
  @Actor
  public void producer() {
    lane.send(992, 2);
    lane.send(992, 4);
  }

  /// The observer.
  @Actor
  public void observer(J_Result result) {
    MemorySegment message = observer.next();
    result.r1 =
        message == null
            ? TestLane.NONE
            : message.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)
                    == message.get(ValueLayout.JAVA_LONG_UNALIGNED, observer.length() - Long.BYTES)
                ? message.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)
                : -2;
  }
}
