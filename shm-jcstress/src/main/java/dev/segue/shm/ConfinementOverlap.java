// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/// Confinement with bias: uses never overlap, and each use sees the one before it, while two
/// threads take turns as owners and revoke each other's bias.
///
/// In this package because [Confinement] is not public.
@JCStressTest
@Outcome(id = "0, 0, .*", expect = FORBIDDEN, desc = "Nobody got in.")
@Outcome(id = ".*, .*, 0", expect = ACCEPTABLE, desc = "One at a time.")
@Outcome(expect = FORBIDDEN, desc = "Two uses overlapped, or one did not see the one before.")
@State
public class ConfinementOverlap {

  private static final int USES = 3;

  private final Confinement confinement = new Confinement("the counter", 1, true);

  /// A non-atomic counter: overlapping uses lose an increment.
  private int count;

  private int use() {
    int entered = 0;
    for (int i = 0; i < USES; i++) {
      try {
        confinement.enter();
      } catch (IllegalStateException e) {
        continue; // the other thread is inside
      }
      count++;
      entered++;
      confinement.exit();
    }
    return entered;
  }

  /// The thread that is likely to become the owner first.
  @Actor
  public void owner(III_Result result) {
    result.r1 = use();
  }

  /// The thread that is likely to revoke the bias.
  @Actor
  public void other(III_Result result) {
    result.r2 = use();
  }

  /// Counts the lost increments.
  @Arbiter
  public void compare(III_Result result) {
    result.r3 = result.r1 + result.r2 - count;
  }
}
