// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Confinement without a bias, as on JVMs other than HotSpot: the second of two uses sees the
/// first.
@JCStressTest
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "One after the other.")
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "One after the other.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The second was refused.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The second was refused.")
@Outcome(expect = FORBIDDEN, desc = "Two uses overlapped, or nobody got in.")
@State
public class ConfinementWithoutBias {

  private final Confinement confinement = new Confinement("the counter", 1, false);

  /// A non-atomic counter: overlapping uses lose an increment.
  private int count;

  private int use() {
    try {
      confinement.enter();
    } catch (IllegalStateException e) {
      return 0;
    }
    int mine = ++count;
    confinement.exit();
    return mine;
  }

  /// The first thread.
  @Actor
  public void first(II_Result result) {
    result.r1 = use();
  }

  /// The second thread.
  @Actor
  public void second(II_Result result) {
    result.r2 = use();
  }
}
