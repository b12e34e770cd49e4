// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The codec of [ArrayBlockingQueue]. The format is two parts: whether the queue is fair, and a
/// list of its elements. The list is padded with nulls to the capacity, so that a short payload
/// cannot claim a large one.
final class BlockingQueueCodec extends InterpretedCodec {

  private static final SerialFields FIELDS = SerialFields.of(ArrayBlockingQueue.class);

  /// A representative container that permits null in the same places.
  private static final Object LIKE = new ArrayBlockingQueue<>(1);

  private final Values values;
  private final ValueParts parts;

  BlockingQueueCodec(Values values) {
    this.values = values;
    this.parts = new ValueParts(values, 2);
  }

  @Override
  public Form form() {
    return new Form.Parts(parts.count(), List.of());
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    ArrayBlockingQueue<?> queue = (ArrayBlockingQueue<?>) value;
    ReentrantLock lock =
        (ReentrantLock) Objects.requireNonNull(FIELDS.of(queue).get("lock"), "a serial field");
    ArrayList<@Nullable Object> elements = new ArrayList<>();
    lock.lock();
    try {
      elements.addAll(queue);
      for (int i = queue.remainingCapacity(); i > 0; i--) {
        elements.add(null);
      }
    } finally {
      lock.unlock();
    }
    @Nullable Object[] made = {lock.isFair(), elements};
    return parts.writeOf(queue, made, buffer, position, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    Slots.enter(depth);
    long base = Slots.block(position, 2L * Shape.SLOT_BYTES, end);
    int slot = buffer.getInt(position);
    long start = Slots.end(slot, base, base, end);
    Object isFair = values.read(Values.ANY, buffer, base, start, depth, slot);
    int list = buffer.getInt(position + Shape.SLOT_BYTES);
    long next = Slots.end(list, base, start, end);
    Slots.finish(next, end);
    @Nullable Object[] elements = values.gatherList(LIKE, buffer, start, next, depth, list).cells();
    try {
      ArrayBlockingQueue<Object> queue =
          new ArrayBlockingQueue<>(elements.length, (boolean) Objects.requireNonNull(isFair));
      for (Object element : elements) {
        if (element != null) {
          queue.add(element);
        }
      }
      return queue;
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, ArrayBlockingQueue.class, position);
    }
  }
}
