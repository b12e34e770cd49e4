// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import dev.segue.cli.terminal.Quantity;

/// The result of a soak test.
///
/// @param seconds duration of the test
/// @param kills processes killed
/// @param stops processes paused and resumed
/// @param lanes lanes left in the channel after everything was read; must be 1
/// @param files files left in the channel's directory: the control file, locks and the lane
/// @param leaked files left after the channel was unlinked
/// @param totals over all messages
public record Verdict(
    long seconds,
    int kills,
    int stops,
    int lanes,
    long files,
    long leaked,
    Accounts.Totals totals) {

  private static final int CONTROL_FILE_AND_LOCKS = 2;

  /// Returns whether the channel fulfilled its contract.
  ///
  /// @return false if there is a defect
  public boolean holds() {
    return totals.hold()
        && totals.committed() > 0
        && lanes == 1
        && files == CONTROL_FILE_AND_LOCKS + lanes
        && leaked == 0;
  }

  @Override
  public String toString() {
    return """
    time      %,d s
    struck    %,d kills (kill -9), %,d pauses (SIGSTOP, SIGCONT) of publishers and subscribers
    %s
    left      %s, %d files in the channel, %d after unlinking
    The contract %s.\
    """
        .formatted(
            seconds,
            kills,
            stops,
            totals,
            Quantity.of(lanes, "lane"),
            files,
            leaked,
            holds() ? "was kept" : "WAS BROKEN");
  }
}
