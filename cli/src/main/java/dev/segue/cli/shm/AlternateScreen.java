// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import java.io.PrintWriter;

/// The alternate screen of a terminal, on which text is redrawn in place. When it is closed or the
/// JVM ends, even by Ctrl-C, the terminal shows its previous content again.
final class AlternateScreen implements AutoCloseable {

  // Control sequences of the VT100 and xterm that all terminals understand: alternate screen,
  // hidden cursor, no wrapping of long lines; and back.
  private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";
  private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";

  /// Clears the rest of the line and moves to the next one. On the last line of the screen the
  /// cursor stays, because a line feed would scroll the screen.
  private static final String NEXT_LINE = "\u001b[K\r\u001b[B";

  private static final String CLEAR_TO_END_OF_SCREEN = "\u001b[J";

  private final PrintWriter out;
  private final Thread atExit = new Thread(this::leave, "leave-the-alternate-screen");
  private boolean left;

  private AlternateScreen(PrintWriter out) {
    this.out = out;
  }

  /// Switches to the alternate screen.
  static AlternateScreen enter(PrintWriter out) {
    AlternateScreen screen = new AlternateScreen(out);
    Runtime.getRuntime().addShutdownHook(screen.atExit);
    screen.print(ENTER);
    return screen;
  }

  /// Replaces the text on the screen; lines that do not fit are not shown. Does nothing once the
  /// screen is closed.
  ///
  /// @param text lines, each ending with a line break
  void show(String text) {
    print(HOME + text.replace("\n", NEXT_LINE) + CLEAR_TO_END_OF_SCREEN);
  }

  private synchronized void print(String text) {
    if (!left) {
      out.print(text);
      out.flush();
    }
  }

  private synchronized void leave() {
    print(LEAVE);
    left = true;
  }

  @Override
  public void close() {
    leave();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The shutdown hook is running, for example after Ctrl-C.
    }
  }
}
