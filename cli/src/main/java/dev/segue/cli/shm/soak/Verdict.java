// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

/// What came of a soak.
///
/// @param seconds that it took
/// @param kills processes killed
/// @param stops processes stopped and continued
/// @param lanes that were left in the channel when all had been read: one is right
/// @param files that were left in the channel's directory: control file, locks and lane are right
/// @param leaked files that were left after the channel was unlinked
/// @param totals of all messages
public record Verdict(
    long seconds,
    int kills,
    int stops,
    int lanes,
    long files,
    long leaked,
    Accounts.Totals totals) {

  private static final int CONTROL_FILE_AND_LOCKS = 2;

  /// Whether the contract held.
  ///
  /// @return if not, there is a defect
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
    struck    %,d times kill -9, %,d times SIGSTOP and SIGCONT, publishers and subscribers
    %s
    left      %d lane, %d files in the channel, %d after it was unlinked
    The contract %s.\
    """
        .formatted(
            seconds, kills, stops, totals, lanes, files, leaked, holds() ? "holds" : "IS BROKEN");
  }
}
