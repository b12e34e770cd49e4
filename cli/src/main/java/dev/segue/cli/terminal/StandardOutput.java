// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;

/// Detects that nothing reads a command's output any longer, as when `head` ends at the other end
/// of a pipe. Neither writer reports it, and the command would print forever.
public final class StandardOutput {

  private StandardOutput() {}

  /// Flushes a command's output and reports whether that failed, now or earlier.
  ///
  /// @param out the command's output, by default [System#out]
  /// @return whether the command should end
  public static boolean isGone(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }
}
