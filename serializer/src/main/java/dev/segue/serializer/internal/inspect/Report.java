// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

/// The lines of a tree, each with an offset and a length, up to a maximum.
final class Report {

  private static final int MOST_LINES = 2000;

  private final StringBuilder tree = new StringBuilder();
  private int lines;
  private int problems;
  private boolean stopped;

  void line(int level, long offset, long bytes, String text) {
    if (!isFull()) {
      lines++;
      tree.append("%10d %9d  %s%s%n".formatted(offset, bytes, "  ".repeat(level), text));
    }
  }

  /// Adds a line for a value.
  ///
  /// @param text follows the label
  void line(Node node, String text) {
    line(node.level(), node.begin(), node.bytes(), node.label() + text);
  }

  /// Adds a line for values that are left out.
  void more(int level, String text) {
    if (!isFull()) {
      lines++;
      tree.append("%20s  %s... %s%n".formatted("", "  ".repeat(level), text));
    }
  }

  void problem(int level, Damage damage) {
    if (stopped) {
      return;
    }
    problems++;
    if (!isFull()) {
      lines++;
      tree.append(
          "%10d %9s  %s! %s%n"
              .formatted(damage.offset(), "", "  ".repeat(level), damage.message()));
    }
    if (damage.isCutOff()) {
      stopped = true;
    }
  }

  int problems() {
    return problems;
  }

  /// Whether further lines would be dropped.
  boolean isFull() {
    return stopped || lines >= MOST_LINES;
  }

  @Override
  public String toString() {
    String end = lines >= MOST_LINES ? "... more follows these %d lines%n".formatted(lines) : "";
    String verdict =
        switch (problems) {
          case 0 -> "";
          case 1 -> "1 problem%n".formatted();
          default -> problems + " problems%n".formatted();
        };
    return tree + end + verdict;
  }
}
