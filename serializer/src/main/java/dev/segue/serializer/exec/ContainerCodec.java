// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.Shape;
import java.util.Collections;
import java.util.List;

/// A container of one kind whose declaration, if there is any, tells nothing of its elements.
final class ContainerCodec extends InterpretedCodec {

  private static final Shape ANYTHING = new Shape.Any(Object.class);

  private final ContainerKind kind;
  private final List<Shape> columns;
  private final Rows rows;

  ContainerCodec(ContainerKind kind, TypeRegistry registry) {
    this(kind, Collections.nCopies(kind.columns(), ANYTHING), registry);
  }

  ContainerCodec(ContainerKind kind, List<Shape> columns, TypeRegistry registry) {
    this.kind = kind;
    this.columns = List.copyOf(columns);
    this.rows = new Values(registry).rows();
  }

  ContainerKind kind() {
    return kind;
  }

  @Override
  public Form form() {
    return new Form.Parts(0, columns);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    return rows.write(columns, kind, value, medium, position, limit, depth);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    return rows.read(columns, kind, medium, position, position, end, depth);
  }
}
