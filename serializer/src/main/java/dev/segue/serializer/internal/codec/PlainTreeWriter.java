// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.HashGuard;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Snapshots;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Slots;
import dev.segue.serializer.internal.wire.TreeCodes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes one tree by interpretation: the definition of its bytes, in plain code. [TreeWriter] does
/// the same fast.
final class PlainTreeWriter {

  private static final int MORE = 0x80;

  private final TypeRegistry registry;
  private final Medium medium;
  private final long limit;
  private final List<String> keys = new ArrayList<>();
  private long current;

  PlainTreeWriter(TypeRegistry registry, Medium medium, long limit) {
    this.registry = registry;
    this.medium = medium;
    this.limit = limit;
  }

  /// Writes the outermost container.
  ///
  /// @return the end of the tree
  long write(ContainerKind kind, Object container, long position, int depth) {
    current = position;
    container(kind, 0, container, depth);
    return current;
  }

  private void container(ContainerKind kind, int number, Object container, int depth) {
    if (registry.options().boundsKeys()) {
      HashGuard.checkWritten(container, registry.options());
    }
    Slots.enter(depth);
    if (kind.isShared(container)) {
      ContainerKind taken = kind.columns() == 1 ? Rows.ELEMENTS : Rows.PAIRS;
      rows(taken, number, Snapshots.of(container), depth - 1);
    } else {
      rows(kind, number, container, depth - 1);
    }
  }

  private void rows(ContainerKind kind, int number, Object container, int depth) {
    int rows = Cells.rows(kind, container);
    int small = TreeCodes.smallContainer(number);
    if (number == 0) {
      count(rows);
    } else if (rows < TreeCodes.ROWS && small != 0) {
      put(small + rows);
    } else {
      put(TreeCodes.CONTAINER);
      put(number);
      count(rows);
    }
    Iterator<? extends @Nullable Object> cells = Cells.of(kind, container);
    for (int row = 0; row < rows; row++) {
      try {
        if (kind.columns() == 2) {
          key(Cells.next(cells, row, rows, container), depth);
        }
        value(Cells.next(cells, row, rows, container), depth);
      } catch (SerializationException | StackOverflowError e) {
        throw Failures.within(e, "[" + row + "]");
      }
    }
    Cells.requireEnd(cells, rows, container);
  }

  private void key(@Nullable Object key, int depth) {
    if (!(key instanceof String text) || text.length() > TreeCodes.MOST_UNITS) {
      value(key, depth);
      return;
    }
    int number = keys.indexOf(text);
    if (number < 0) {
      if (keys.size() < TreeCodes.MOST_KEYS) {
        keys.add(text);
      }
      value(text, depth);
    } else if (number < TreeCodes.KEYS) {
      put(TreeCodes.KEY + number);
    } else {
      put(TreeCodes.LATER_KEY);
      put(number - TreeCodes.KEYS);
    }
  }

  private void value(@Nullable Object value, int depth) {
    switch (value) {
      case null -> put(TreeCodes.NULL);
      case Boolean truth -> put(truth ? TreeCodes.TRUE : TreeCodes.FALSE);
      case Integer number when number >= 0 && number < TreeCodes.SMALLS ->
          put(TreeCodes.SMALL + number);
      case Integer number -> number(TreeCodes.INTEGER, number);
      case Long number -> number(TreeCodes.LONG, number);
      case Double number -> {
        put(TreeCodes.DOUBLE);
        bytes(Double.doubleToRawLongBits(number), Double.BYTES);
      }
      case String text -> text(text);
      default -> other(value, depth);
    }
  }

  private void number(int code, long number) {
    int width = 1;
    while (width < Long.BYTES && number != signed(number, width)) {
      width++;
    }
    put(code + width - 1);
    bytes(number, width);
  }

  /// The number that the lowest bytes of a number are.
  static long signed(long number, int widthBytes) {
    int unused = Long.SIZE - widthBytes * Byte.SIZE;
    return number << unused >> unused;
  }

  private void text(String text) {
    boolean isLatin1 = text.chars().allMatch(c -> c <= 0xff);
    if (isLatin1 && text.length() < TreeCodes.TEXTS) {
      put(TreeCodes.TEXT + text.length());
      array(text.getBytes(ISO_8859_1), text.length());
    } else if (isLatin1) {
      put(TreeCodes.LATIN1);
      count(text.length());
      array(text.getBytes(ISO_8859_1), text.length());
    } else if (registry.options().utf8() && UTF_8.newEncoder().canEncode(text)) {
      put(TreeCodes.UTF8);
      byte[] encoded = text.getBytes(UTF_8);
      count(encoded.length);
      array(encoded, encoded.length);
    } else {
      put(TreeCodes.UTF16);
      count(text.length() * Character.BYTES);
      array(text.toCharArray(), (long) text.length() * Character.BYTES);
    }
  }

  private void other(Object value, int depth) {
    TypeEntry entry = registry.entryOf(value);
    if (entry.tree() != null) {
      TreeRoot root = (TreeRoot) entry.tree().codec();
      container(root.kind(), entry.id(), value, depth);
      return;
    }
    put(TreeCodes.OTHER);
    long length = current;
    long begin = Slots.reserve(length, Integer.BYTES, limit);
    long body = Slots.reserve(begin, Integer.BYTES, limit);
    medium.putInt(begin, entry.reference());
    current = entry.codec().writeTo(medium, value, body, limit, depth);
    medium.putInt(length, (int) (current - begin));
  }

  private void put(int one) {
    bytes(one, 1);
  }

  private void bytes(long value, int width) {
    Slots.reserve(current, width, limit);
    for (int i = 0; i < width; i++) {
      medium.putNumber(current + i, 1, (int) (value >> (i * Byte.SIZE)));
    }
    current += width;
  }

  private void array(Object elements, long bytes) {
    long end = Slots.reserve(current, bytes, limit);
    medium.putArray(elements, current);
    current = end;
  }

  private void count(int count) {
    int rest = count;
    for (; rest >= MORE; rest >>>= 7) {
      put(rest | MORE);
    }
    put(rest);
  }
}
