// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A line that shows the progress of a long task.
///
/// On a terminal the line is overwritten in place and erased at the end. Elsewhere a new line is
/// printed each second. A separate thread requests the text, so the worker only has to keep its
/// counters readable.
public final class LiveLine implements AutoCloseable {

  private static final String ERASE = "\r\u001b[K";

  /// Control sequences that disable and enable wrapping: a line that wrapped could not be erased.
  private static final String CUT_OFF = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private static final Duration ON_A_TERMINAL = Duration.ofMillis(150);
  private static final Duration ELSEWHERE = Duration.ofSeconds(1);

  private final PrintWriter out;
  private final Supplier<String> text;
  private final boolean inPlace;
  private final Thread thread;
  private volatile boolean closed;

  private LiveLine(PrintWriter out, Supplier<String> text, boolean inPlace) {
    this.out = out;
    this.text = text;
    this.inPlace = inPlace;
    this.thread = new Thread(this::repeat, "live-line");
    thread.setDaemon(true);
  }

  /// Starts showing progress.
  ///
  /// @param out where to print
  /// @param text returns the current line; called on another thread
  /// @return a line to close when the task is done
  public static LiveLine start(PrintWriter out, Supplier<String> text) {
    LiveLine line = new LiveLine(out, text, isTerminal());
    line.thread.start();
    return line;
  }

  /// Returns whether standard output is a terminal on which a line can be overwritten.
  ///
  /// @return false if lines must be printed one after the other
  @SuppressWarnings("SystemConsoleNull") // it is null for some providers, JDK 25's own among them
  public static boolean isTerminal() {
    @Nullable String kind = System.getenv("TERM");
    return System.console() != null
        && System.console().isTerminal()
        && kind != null
        && !kind.equals("dumb");
  }

  private void repeat() {
    Duration pause = inPlace ? ON_A_TERMINAL : ELSEWHERE;
    while (true) {
      LockSupport.parkNanos(this, pause.toNanos());
      if (closed) {
        return;
      }
      if (inPlace) {
        out.print(ERASE + CUT_OFF + text.get() + WRAP);
      } else {
        out.println(text.get());
      }
      out.flush();
    }
  }

  /// Stops, and erases the line on a terminal.
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (inPlace) {
      out.print(ERASE);
      out.flush();
    }
  }
}
