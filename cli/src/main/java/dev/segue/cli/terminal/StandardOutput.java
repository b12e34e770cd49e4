// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;

/// Finds out whether anybody still reads what a command prints. Neither writer reports it: `head`
/// at the other end of a pipe ends, and the command would print forever.
public final class StandardOutput {

  private StandardOutput() {}

  /// Flushes a command's output and reports whether that failed, now or earlier.
  ///
  /// @param out the command's, which writes to [System#out] by default
  /// @return whether the command should end
  public static boolean isGone(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }
}
