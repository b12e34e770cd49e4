// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Failures;
import java.lang.foreign.MemorySegment;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Writes the entries of hash maps in a tree with `Map.forEach`. It needs no iterator, whose
/// allocation the JIT cannot eliminate in a recursive method.
final class TreeEntries implements BiConsumer<@Nullable Object, @Nullable Object> {

  private final TreeState state;
  private @Nullable TreeWriter writer;

  /// The memory: an array or a segment.
  private byte @Nullable [] array;

  private @Nullable MemorySegment segment;

  /// The end of the written bytes.
  private long current;

  private long limit;
  private int depth;
  private int rows;
  private int row;

  TreeEntries(TreeState state) {
    this.state = state;
  }

  /// Sets the writer of keys and values.
  TreeEntries by(TreeWriter writer) {
    this.writer = writer;
    return this;
  }

  /// Forgets the memory.
  void end() {
    if (writer != null) {
      writer = null;
      array = null;
      segment = null;
    }
  }

  /// Writes the entries of a map, which may be within another map.
  ///
  /// @param rows the number of entries
  /// @return their end
  long write(Map<?, ?> map, int rows, MemorySegment segment, long position, long limit, int depth) {
    this.segment = segment;
    this.limit = limit;
    return write(map, rows, position, depth);
  }

  /// Writes the entries of a map, which may be within another map.
  ///
  /// @param rows the number of entries
  /// @return their end
  int write(Map<?, ?> map, int rows, byte[] array, int position, int limit, int depth) {
    this.array = array;
    this.limit = limit;
    return (int) write(map, rows, position, depth);
  }

  private long write(Map<?, ?> map, int rows, long position, int depth) {
    int outerDepth = this.depth;
    int outerRows = this.rows;
    int outerRow = row;
    this.depth = depth;
    this.rows = rows;
    row = 0;
    current = position;
    try {
      map.forEach(this);
      if (row != rows) {
        throw Failures.changed(row, rows);
      }
      return current;
    } catch (ConcurrentModificationException e) {
      throw Failures.thrown(e, map);
    } catch (SerializationException | StackOverflowError e) {
      throw Failures.within(e, "[" + row + "]");
    } finally {
      this.depth = outerDepth;
      this.rows = outerRows;
      row = outerRow;
    }
  }

  @Override
  public void accept(@Nullable Object key, @Nullable Object value) {
    if (row == rows) {
      throw Failures.changed(row, rows);
    }
    TreeWriter writer = Objects.requireNonNull(this.writer, "between the begin and the end");
    byte[] array = this.array;
    if (array != null) {
      int end = (int) limit;
      int body = writer.key(key, array, (int) current, end, depth - 1, state);
      current = writer.value(value, array, body, end, depth - 1, state);
    } else {
      MemorySegment segment = Objects.requireNonNull(this.segment, "there is memory");
      long body = writer.key(key, segment, current, limit, depth - 1, state);
      current = writer.value(value, segment, body, limit, depth - 1, state);
    }
    row++;
  }
}
