// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The codec of `AtomicReferenceArray`, which is written as a list.
final class ReferenceArrayCodec extends InterpretedCodec {

  private final Values values;

  ReferenceArrayCodec(Values values) {
    this.values = values;
  }

  @Override
  public Form form() {
    return new Form.Parts(0, List.of(Values.ANY));
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) value;
    List<@Nullable Object> elements = new ArrayList<>(array.length());
    for (int i = 0; i < array.length(); i++) {
      elements.add(array.get(i));
    }
    int number = buffer.open(value);
    long end = values.writeList(elements, buffer, position, limit, depth);
    buffer.close(number);
    return end;
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    return new AtomicReferenceArray<>(values.readList(buffer, position, end, depth));
  }
}
