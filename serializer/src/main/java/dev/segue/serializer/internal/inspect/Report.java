// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

/// The lines of a tree, each with an offset and a length; as many as one wants to read.
final class Report {

  private static final int MOST_LINES = 2000;

  private final StringBuilder text = new StringBuilder();
  private int lines;
  private int problems;
  private boolean stopped;

  void line(int level, long offset, long bytes, String what) {
    if (!isFull()) {
      lines++;
      text.append("%10d %9d  %s%s%n".formatted(offset, bytes, "  ".repeat(level), what));
    }
  }

  /// A line for a value.
  ///
  /// @param text follows the label
  void line(Node node, String text) {
    line(node.level(), node.begin(), node.bytes(), node.label() + text);
  }

  /// A line for values that are left out.
  void more(int level, String what) {
    if (!isFull()) {
      lines++;
      text.append("%20s  %s... %s%n".formatted("", "  ".repeat(level), what));
    }
  }

  void problem(int level, Damage damage) {
    if (stopped) {
      return;
    }
    problems++;
    if (!isFull()) {
      lines++;
      text.append(
          "%10d %9s  %s! %s%n".formatted(damage.offset(), "", "  ".repeat(level), damage.what()));
    }
    if (damage.isCutOff()) {
      stopped = true;
    }
  }

  int problems() {
    return problems;
  }

  /// Whether there is no use in looking further.
  boolean isFull() {
    return stopped || lines >= MOST_LINES;
  }

  @Override
  public String toString() {
    String end = lines >= MOST_LINES ? "... and more, behind %d lines%n".formatted(lines) : "";
    String verdict =
        switch (problems) {
          case 0 -> "";
          case 1 -> "1 problem%n".formatted();
          default -> problems + " problems%n".formatted();
        };
    return text + end + verdict;
  }
}
