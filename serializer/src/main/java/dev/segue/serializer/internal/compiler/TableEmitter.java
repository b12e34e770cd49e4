// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.SEQUENCES;
import static dev.segue.serializer.internal.compiler.Descriptors.TABLE;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.segue.serializer.internal.layout.RowLayout;
import dev.segue.serializer.internal.layout.Shape;
import java.lang.classfile.CodeBuilder;
import java.util.ArrayList;
import java.util.List;

/// Emits code that reading and writing a container share: the layout of its rows.
abstract class TableEmitter extends Emitter {

  /// A container's rows, as local variables.
  ///
  /// @param count the number of rows
  /// @param nulls the position of each column's null bitmap, or -1
  /// @param place the position of the next cell
  record Rows(Shape.Table table, int count, List<Integer> nulls, int place) {

    Shape column(int index) {
      return table.columns().get(index);
    }
  }

  TableEmitter(Unit unit, Dialect dialect) {
    super(unit, dialect);
  }

  final void loadTable(CodeBuilder code, Shape.Table table) {
    code.loadConstant(unit.constants().of(List.of("table", table), TABLE, () -> table));
  }

  /// Decrements the depth, and fails below zero.
  final void emitDescend(CodeBuilder code, int depth) {
    loadDepthBelow(code, depth);
    code.istore(depth);
    emitEnter(code, depth);
  }

  /// Lays out the null bitmaps after a container's count, and then the rows.
  ///
  /// @param method `reserve` or `block` of `Slots`
  /// @param head the end of the count
  /// @param bound the end of memory
  final Rows layOutRows(
      CodeBuilder code, Shape.Table table, String method, int count, int head, int bound) {
    List<Integer> nulls = new ArrayList<>();
    int end = newPosition(code);
    movePosition(code, head, end);
    for (Shape column : table.columns()) {
      if (column instanceof Shape.Boxed) {
        int bitmap = newPosition(code);
        nulls.add(bitmap);
        movePosition(code, end, bitmap);
        loadPosition(code, end);
        code.iload(count);
        code.invokestatic(SEQUENCES, "nullsBytes", signature(CD_int, CD_int));
        code.loadConstant(1);
        loadPosition(code, bound);
        slots(code, method, position, position, CD_int, CD_int, position);
        storePosition(code, end);
      } else {
        nulls.add(-1);
      }
    }
    int place = newPosition(code);
    movePosition(code, end, place);
    return new Rows(table, count, nulls, place);
  }

  /// Stores the end of the rows, where the values begin and which slots count from.
  final void emitBase(CodeBuilder code, Rows rows, String method, int bound, int base) {
    loadPosition(code, rows.place());
    code.iload(rows.count()).loadConstant(stride(rows.table()));
    loadPosition(code, bound);
    slots(code, method, position, position, CD_int, CD_int, position);
    storePosition(code, base);
  }

  /// Moves to the next cell.
  final void emitNextPlace(CodeBuilder code, Rows rows, Shape column) {
    loadPosition(code, rows.place(), column.placeBytes());
    storePosition(code, rows.place());
  }

  /// The width of a row.
  static int stride(Shape.Table table) {
    return RowLayout.of(table.columns()).strideBytes();
  }
}
