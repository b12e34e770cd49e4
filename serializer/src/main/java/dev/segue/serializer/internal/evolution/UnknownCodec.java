// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.UnknownClass;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Reads objects of a writer's class that the reader does not know. Depending on the settings, it
/// fails, returns null, or keeps the payload.
final class UnknownCodec extends ForeignCodec implements UnknownClass {

  /// The allocation for a kept object in addition to its bytes.
  private static final int KEPT_BYTES = 64;

  private final TypeSchema type;
  private final Settings settings;
  private final WriterSchema writer;

  /// The layout of the object, to find the objects in it that later values refer to; null if only
  /// the class itself knows it.
  private final @Nullable ObjectLayout plan;

  private final Values values;
  private final Shape shape;

  UnknownCodec(
      TypeSchema type,
      Settings settings,
      WriterSchema writer,
      @Nullable ObjectLayout plan,
      Values values,
      Shape shape) {
    this.type = type;
    this.settings = settings;
    this.writer = writer;
    this.plan = plan;
    this.values = values;
    this.shape = shape;
  }

  @Override
  @SuppressWarnings("NullAway") // null is a possible value
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    Session session = buffer.session();
    boolean isSkipped = isSkipped(buffer);
    requireAllowed(buffer, position);
    if (settings.keepUnknown() && session != null && session.incoming() != null && !isSkipped) {
      throw failure(
          "cannot be kept if contents are out of band; read it without unknownTypes(KEEP)",
          position);
    }
    if (session != null && session.tracks()) {
      recordParts(buffer, position, end, depth);
      if (settings.keepUnknown() && !isSkipped) {
        throw failure("cannot be kept with references(true)", position);
      }
    }
    return settings.keepUnknown() && !isSkipped ? kept(buffer, position, end) : null;
  }

  @Override
  public void checkAbsent(boolean isSkipped, long position) {
    if (!isSkipped && !settings.nullIfUnknown()) {
      throw unregistered(position);
    }
  }

  private static boolean isSkipped(PayloadBuffer buffer) {
    Session session = buffer.session();
    return session != null && session.isSkipping();
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public Shape shape() {
    return shape;
  }

  @Override
  public void checkName(PayloadBuffer buffer, long position) {
    requireAllowed(buffer, position);
    if (settings.keepUnknown() && !isSkipped(buffer)) {
      throw failure("cannot be kept as the value of a Class", position);
    }
  }

  @Override
  public void checkArray(PayloadBuffer buffer, long position) {
    requireAllowed(buffer, position);
  }

  private void requireAllowed(PayloadBuffer buffer, long position) {
    if (settings.failIfUnknown() && !isSkipped(buffer)) {
      throw unregistered(position);
    }
  }

  private SerializationException unregistered(long position) {
    return failure(
        type.kind() == TypeSchema.Kind.ARRAY
            ? "is not registered here; register the class of the array here, too"
            : "is not registered here; register it, or add an @Alias to the class that replaces it",
        position);
  }

  private SerializationException failure(String why, long position) {
    return Errors.of(
        Kind.UNREGISTERED_CLASS,
        "the payload contains a %s (id %d on the writing side), which %s"
            .formatted(inCode(type.name()), type.number() - TypeRegistry.FIRST_USER_ID, why),
        position);
  }

  /// The name of a class; the name of an array class is as in source code.
  private static String inCode(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    boolean isArray = dimensions > 0 && name.length() > dimensions + 2; // the bytes may be corrupt
    return !isArray
        ? name
        : name.substring(dimensions + 1, name.length() - 1) + "[]".repeat(dimensions);
  }

  /// Reads the parts, so that later values can refer to them.
  private void recordParts(PayloadBuffer buffer, long position, long end, int depth) {
    if (plan == null) {
      return;
    }
    Slots.enter(depth);
    long base = Slots.block(position, plan.fixedBytes(), end);
    long current = base;
    for (Operation.Compact compact : plan.compact()) {
      current = buffer.endOfCompact(current, end, compact.isBoxed());
    }
    for (Operation.Slot slot : plan.slots()) {
      int bits = buffer.getInt(position + slot.offset());
      long next = Slots.end(bits, base, current, end);
      values.skip(slot.shape(), buffer, current, next, depth, bits);
      current = next;
    }
    Slots.finish(current, end);
  }

  /// The object as the root of its own payload. Payloads from the same source share the schema.
  private Object kept(PayloadBuffer buffer, long position, long end) {
    int length = Math.toIntExact(end - position);
    buffer.charge(KEPT_BYTES + length, 1, position);
    boolean compact = writer.document().compactNumbers();
    Schema schema = writer.schema();
    byte[] head = SchemaTail.head(type.number(), type.fingerprint(), compact, length, schema);
    MemorySegment.copy(
        buffer.slice(position, length), Segments.BYTE, 0, head, Header.BYTES, length);
    return settings.kept().of(new UnknownPayload(head, schema, type.name()));
  }

  @Override
  public String toString() {
    return "UnknownCodec[" + type.name() + "]";
  }
}
