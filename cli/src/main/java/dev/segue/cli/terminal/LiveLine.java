// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One line that keeps telling how far a long piece of work has come.
///
/// On a terminal the line is written over and over, and is gone at the end. Elsewhere it is printed
/// anew each second. A thread of its own asks for the text; whoever works just keeps its figures
/// readable.
public final class LiveLine implements AutoCloseable {

  private static final String ERASE = "\r\u001b[K";
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

  /// Begins to tell.
  ///
  /// @param out where to
  /// @param text what is to be told at the time it is called, on another thread; one line
  /// @return to be closed when the work is over
  public static LiveLine start(PrintWriter out, Supplier<String> text) {
    LiveLine line = new LiveLine(out, text, isTerminal());
    line.thread.start();
    return line;
  }

  /// Whether standard output is a terminal that lines can be written over on.
  ///
  /// @return if not, lines are to be printed one after the other
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
        out.print(ERASE + text.get());
      } else {
        out.println(text.get());
      }
      out.flush();
    }
  }

  /// Ends, and takes the line off a terminal.
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
