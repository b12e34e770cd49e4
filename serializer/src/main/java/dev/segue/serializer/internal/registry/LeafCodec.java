// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.wire.Form;

/// The codec of a [Leaf] type, for values whose class is not known from their declaration.
public final class LeafCodec extends InterpretedCodec {

  private final Leaf leaf;

  public LeafCodec(Leaf leaf) {
    this.leaf = leaf;
  }

  Leaf leaf() {
    return leaf;
  }

  @Override
  public boolean isTracked() {
    return leaf.isTracked();
  }

  @Override
  public boolean isTracked(Object value) {
    return leaf.isTracked(value);
  }

  @Override
  public Form form() {
    return leaf.form();
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    return leaf.write(value, medium, position, limit);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    return leaf.read(medium, position, end);
  }
}
