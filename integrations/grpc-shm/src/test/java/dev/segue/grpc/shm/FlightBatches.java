// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/// Record batches with known content: one row, none, some, and more than a lane holds.
final class FlightBatches {

  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("id", new ArrowType.Int(Long.SIZE, true)),
              Field.nullable("text", ArrowType.Utf8.INSTANCE)));

  /// The rows of each batch.
  static final List<Integer> ROWS = List.of(1, 0, 1000, 100_000);

  private static final long IDS_PER_BATCH = 1_000_000;
  private static final int NULLS_APART = 7;

  private FlightBatches() {}

  /// Replaces the content by that of a batch.
  static void fill(VectorSchemaRoot root, int batch) {
    fill(root, batch, ROWS.get(batch));
  }

  /// Replaces the content by that of a batch with another number of rows.
  static void fill(VectorSchemaRoot root, int batch, int rows) {
    root.allocateNew();
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector texts = (VarCharVector) root.getVector("text");
    for (int row = 0; row < rows; row++) {
      ids.setSafe(row, batch * IDS_PER_BATCH + row);
      if (row % NULLS_APART == 3) {
        texts.setNull(row);
      } else {
        texts.setSafe(row, ("row " + row).getBytes(StandardCharsets.UTF_8));
      }
    }
    root.setRowCount(rows);
  }

  /// Whether the content is that of the given batch.
  static boolean matches(BufferAllocator allocator, int batch, VectorSchemaRoot received) {
    try (VectorSchemaRoot expected = VectorSchemaRoot.create(SCHEMA, allocator)) {
      fill(expected, batch);
      return received.getRowCount() == expected.getRowCount() && expected.equals(received);
    }
  }
}
