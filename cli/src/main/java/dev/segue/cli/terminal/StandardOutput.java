// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;

/// Detects that nothing reads a command's output any longer, for example because `head` at the
/// other end of a pipe has ended. Java's print streams and writers do not report this, so the
/// command would print forever.
public final class StandardOutput {

  private StandardOutput() {}

  /// Flushes a command's output, and reports whether this or an earlier write failed.
  ///
  /// @param out the command's output, by default [System#out]
  /// @return whether the command should end
  public static boolean isGone(PrintWriter out) {
    return out.checkError() || System.out.checkError();
  }
}
