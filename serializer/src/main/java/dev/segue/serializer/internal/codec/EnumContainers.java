// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.container.CollectionKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.EnumKind;
import dev.segue.serializer.internal.container.MapKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.RowsCodec;
import dev.segue.serializer.internal.wire.Form;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/// Enum sets or maps whose declaration names the enum, so that only their rows are written. Other
/// enum sets and maps have another type number, and name the enum.
final class EnumContainers extends InterpretedCodec implements RowsCodec {

  private final ContainerKind like;

  private EnumContainers(ContainerKind like) {
    this.like = like;
  }

  /// The codec of enum sets.
  static ObjectCodec sets() {
    return new EnumContainers(CollectionKind.HASH_SET);
  }

  /// The codec of enum maps.
  static ObjectCodec maps() {
    return new EnumContainers(MapKind.HASH_MAP);
  }

  @Override
  public ContainerKind writtenKind() {
    return like;
  }

  @Override
  public @Nullable ContainerKind readKind(Shape.Table table) {
    return table.columns().getFirst() instanceof Shape.EnumConstant constant
        ? new EnumKind(like, constant.constants())
        : null;
  }

  @Override
  public Form form() {
    return new Form.Parts(0, Collections.nCopies(like.columns(), Values.ANY));
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    throw new AssertionError("written as rows");
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    throw Failures.malformed(
        "corrupt: an enum set or map whose declaration does not name the enum", position);
  }
}
