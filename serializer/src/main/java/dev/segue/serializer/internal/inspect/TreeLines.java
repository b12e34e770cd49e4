// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.wire.Counts;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TreeCodes;
import dev.segue.serializer.internal.wire.TreeScalars;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The lines of a tree's values, which follow each other, see [TreeCodes].
final class TreeLines {

  private static final int MOST_LEVELS = 64;
  private static final int MOST_COUNT_BYTES = 5;

  private final KnownTypes known;
  private final Bytes bytes;
  private final Report report;
  private final Consumer<Node> other;

  /// The keys of maps so far.
  private final List<String> keys = new ArrayList<>();

  /// The string that was shown last, if it has a number as a key; otherwise null.
  private @Nullable String text;

  /// Whether the rest of the tree is not shown. Values after one that is nested too deeply cannot
  /// be located without reading it.
  private boolean isCut;

  /// The offset of the next value.
  private long current;

  /// @param other shows a value that is preceded by its type reference
  TreeLines(KnownTypes known, Bytes bytes, Report report, Consumer<Node> other) {
    this.known = known;
    this.bytes = bytes;
    this.report = report;
    this.other = other;
  }

  /// Shows the outermost container of a tree.
  void show(Node node, int columns) {
    current = node.begin();
    int count = count(node.end());
    report.line(node, " of " + count);
    rows(node, columns, count);
    if (!isDone() && current != node.end()) {
      throw Damage.corrupt(current, (node.end() - current) + " bytes after the last value");
    }
  }

  private void rows(Node owner, int columns, int count) {
    if ((long) count * columns > owner.end() - current) {
      throw Damage.corrupt(
          current, "a count of %d in %d bytes".formatted(count, owner.end() - current));
    }
    if (owner.level() >= MOST_LEVELS && count > 0) {
      report.more(owner.level() + 1, "deeper than " + MOST_LEVELS + " levels");
      isCut = true;
    }
    for (int row = 0; row < count && !isDone(); row++) {
      if (columns == 2) {
        key(owner.child("[" + row + "] key", current, owner.end()));
      }
      String label = columns == 2 ? "[" + row + "] value" : "[" + row + "]";
      value(owner.child(label, current, owner.end()));
    }
  }

  private boolean isDone() {
    return isCut || report.isFull();
  }

  private void key(Node node) {
    int code = code(node);
    boolean isLater = code == TreeCodes.LATER_KEY;
    if (!isLater && (code < TreeCodes.KEY || code >= TreeCodes.KEY + TreeCodes.KEYS)) {
      text = null;
      value(node);
      if (text != null && keys.size() < TreeCodes.MOST_KEYS) {
        keys.add(text);
      }
      return;
    }
    int number =
        isLater ? TreeCodes.KEYS + bytes.number(node.begin() + 1, 1) : code - TreeCodes.KEY;
    current = end(node.begin(), node.begin() + (isLater ? 2 : 1), node.end());
    if (number >= keys.size()) {
      throw Damage.corrupt(node.begin(), "no key has the number " + number);
    }
    line(node, " = " + keys.get(number) + ", a key as before");
  }

  /// The first byte of a value or key.
  private int code(Node node) {
    long _ = end(node.begin(), node.begin() + 1, node.end());
    return bytes.number(node.begin(), 1);
  }

  private void value(Node node) {
    int code = code(node);
    current = node.begin() + 1;
    switch (code >> 4) {
      case 1 -> number(node, code);
      case 2, 3 -> line(node, " = " + (code - TreeCodes.SMALL));
      case 4, 5, 6, 7 -> text(node, Slots.LATIN1, code - TreeCodes.TEXT);
      case 12 -> container(node, TypeNumbers.ARRAY_LIST, code - TreeCodes.ARRAY_LIST);
      case 13 -> container(node, TypeNumbers.LINKED_HASH_MAP, code - TreeCodes.LINKED_HASH_MAP);
      case 14 -> container(node, TypeNumbers.HASH_MAP, code - TreeCodes.HASH_MAP);
      default -> special(node, code);
    }
  }

  private void special(Node node, int code) {
    switch (code) {
      case TreeCodes.NULL -> line(node, " = null");
      case TreeCodes.FALSE -> line(node, " = false");
      case TreeCodes.TRUE -> line(node, " = true");
      case TreeCodes.DOUBLE -> {
        String value = bytes.scalar(PrimitiveKind.DOUBLE, current);
        current = end(current, current + Double.BYTES, node.end());
        line(node, " = " + value);
      }
      case TreeCodes.LATIN1, TreeCodes.UTF16, TreeCodes.UTF8 ->
          text(node, code - TreeCodes.LATIN1 + Slots.LATIN1, count(node.end()));
      case TreeCodes.CONTAINER -> {
        int number = bytes.number(current, 1);
        current++;
        container(node, number, count(node.end()));
      }
      case TreeCodes.OTHER -> {
        long begin = current + Integer.BYTES;
        long end = begin + Integer.toUnsignedLong(bytes.getInt(current));
        current = end(begin, end, node.end());
        other.accept(new Node(node.label(), begin, end, node.level()));
      }
      default -> {
        line(node, "");
        throw Damage.corrupt(node.begin(), "no value begins with the byte %02x".formatted(code));
      }
    }
  }

  private void number(Node node, int code) {
    boolean isInt = code < TreeCodes.LONG;
    int width = code - (isInt ? TreeCodes.INTEGER : TreeCodes.LONG) + 1;
    if (width > Long.BYTES) {
      special(node, code);
      return;
    }
    byte[] own = bytes.copy(current, width);
    current = end(current, current + width, node.end());
    line(node, " = " + TreeScalars.getBits(own, 0, width) + (isInt ? "" : "L"));
  }

  private void text(Node node, int tag, int length) {
    long begin = current;
    current = end(begin, begin + length, node.end());
    String quoted = Quote.of(bytes, tag, begin, current);
    text = (tag == Slots.UTF16 ? length / 2 : length) <= TreeCodes.MOST_UNITS ? quoted : null;
    line(node, " = " + quoted);
  }

  private void container(Node node, int number, int count) {
    int columns = number < TypeNumbers.HASH_MAP ? 1 : 2;
    TypeEntry entry = TypeNumbers.isRows(number) ? known.entry(number + TypeNumbers.TREES) : null;
    if (entry == null) {
      line(node, "");
      throw Damage.corrupt(node.begin(), number + " is no container of a tree");
    }
    report.line(node.plus(": " + TypeNames.of(entry)), " of " + count);
    rows(node, columns, count);
    text = null;
  }

  /// Adds a line for a value that ends at the current offset.
  private void line(Node node, String text) {
    report.line(new Node(node.label(), node.begin(), current, node.level()), text);
  }

  private static long end(long begin, long end, long most) {
    if (end > most) {
      throw Damage.corrupt(
          begin, "%d bytes expected, %d found".formatted(end - begin, most - begin));
    }
    return end;
  }

  /// Reads a count or a length.
  private int count(long end) {
    bytes.require(current, 1);
    long most = Math.min(Math.min(MOST_COUNT_BYTES, end - current), bytes.left(current));
    if (most <= 0) {
      throw Damage.corrupt(current, "no room for a count");
    }
    byte[] own = bytes.copy(current, most);
    try {
      int count = Counts.get(own, 0, own.length);
      current += Counts.size(count);
      return count;
    } catch (SerializationException _) {
      throw Damage.corrupt(current, "not a count: " + bytes.hex(current, current + most));
    }
  }
}
