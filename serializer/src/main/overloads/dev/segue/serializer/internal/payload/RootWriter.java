// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.SeenTypes;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.RootSchemas;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.OwnSchema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes payloads: the header, the root object, the schema in compatible mode, and the trailer.
class RootWriter {

  private static final int NO_TYPE = 0;

  private final TypeRegistry registry;
  private final int maxDepth;
  private final Prefix prefix;

  /// The first four bytes of payloads.
  private final int written;

  private final @Nullable Schemas schemas;
  private final Tail tail;
  private final @Nullable Announced announced;

  /// @param schemas the schemas of payloads; null if payloads have no schemas
  /// @param tail the kind of schema that payloads carry
  /// @param announced the schemas that readers have, for [Tail#ANNOUNCED]
  RootWriter(
      TypeRegistry registry,
      int maxDepth,
      Prefix prefix,
      @Nullable Schemas schemas,
      Tail tail,
      @Nullable Announced announced) {
    this.registry = registry;
    this.maxDepth = maxDepth;
    this.prefix = prefix;
    this.written = prefix.written();
    this.schemas = schemas;
    this.tail = tail;
    this.announced = announced;
  }

  RootWriter(RootWriter same) {
    this(same.registry, same.maxDepth, same.prefix, same.schemas, same.tail, same.announced);
  }

  /// Whether a payload's schema depends on the classes that it holds, which a session records.
  boolean needsSession(@Nullable TypeEntry entry) {
    return schemas != null && tail == Tail.HELD && entry != null && entry.schemas(schemas).isOpen();
  }

  /// Writes a payload that must end before `limit`.
  ///
  /// @param entry the root's entry, or null if the root is null
  /// @return the offset after the trailer
  long write(
      @Nullable Object root,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long position,
      long limit,
      @Nullable Session session) {
    long base = Slots.reserve(position, Header.BYTES, limit - Header.TRAILER_BYTES);
    int type = entry == null ? NO_TYPE : entry.id();
    Segments.putLong(segment, position, pair(prefix(session), type));
    if (root == null || entry == null) {
      Segments.putLong(segment, position + Header.FINGERPRINT, 0);
      Segments.putByte(segment, base, (byte) 0);
      return base + Header.TRAILER_BYTES;
    }
    long end;
    if (schemas == null) {
      end = writeRoot(root, entry, segment, base, limit, session);
      Segments.putByte(segment, end, (byte) 0);
    } else {
      end = writeWithSchema(root, entry, schemas, segment, base, limit, session);
    }
    int slot = Slots.of(base, end, Slots.EXACT);
    Segments.putLong(segment, position + Header.FINGERPRINT, pair(entry.fingerprint(), slot));
    return end + Header.TRAILER_BYTES;
  }

  /// Writes the root object.
  ///
  /// @return its end
  private long writeRoot(
      Object root,
      TypeEntry entry,
      MemorySegment segment,
      long base,
      long limit,
      @Nullable Session session) {
    try {
      ObjectCodec codec = entry.codec();
      if (session != null && session.tracks() && codec.isTracked(root)) {
        session.find(root, base);
      }
      return codec.writeRoot(root, segment, base, limit - Header.TRAILER_BYTES, maxDepth, session);
    } catch (SerializationException | StackOverflowError | LinkageError e) {
      throw registry.completed(
          Failures.leavingWrite(e, maxDepth, registry.options().references()), root);
    }
  }

  /// Writes the root object, its schema, and the trailer.
  ///
  /// @return the offset of the trailer
  @SuppressWarnings("LongSignature") // the root and its destination
  private long writeWithSchema(
      Object root,
      TypeEntry entry,
      Schemas schemas,
      MemorySegment segment,
      long base,
      long limit,
      @Nullable Session session) {
    RootSchemas own = entry.schemas(schemas);
    SeenTypes seenTypes =
        session != null && tail == Tail.HELD ? own.startRecordingSeen(session) : null;
    long end = writeRoot(root, entry, segment, base, limit, session);
    // This payload may also hold classes that have become known in the meantime.
    RootSchemas latest = schemas.canGrow() ? entry.latestSchemas(schemas, own) : own;
    OwnSchema schema = seenTypes == null ? latest.full() : latest.of(seenTypes);
    if (prefix.names()) {
      if (schema.isNone()) {
        Segments.putByte(segment, end, (byte) 0);
        return end;
      }
      Segments.putInt(segment, base - Header.BYTES, Prefix.withNames(prefix(session)));
    }
    return SchemaTail.put(tail(schema, schemas), segment, end, limit) - Header.TRAILER_BYTES;
  }

  /// The bytes after the root object.
  private byte[] tail(OwnSchema schema, Schemas schemas) {
    if (tail == Tail.PUBLISHED) {
      return published(schema, schemas).brief();
    }
    return announced == null ? schema.whole() : announced.tail(schema);
  }

  private static OwnSchema published(OwnSchema schema, Schemas schemas) {
    if (!schema.isPublished()) {
      schemas.publish(schema.schema());
      schema.setPublished();
    }
    return schema;
  }

  /// Two adjacent header fields, which are stored at once.
  private static long pair(int first, int second) {
    return Integer.toUnsignedLong(first) | (long) second << Integer.SIZE;
  }

  /// The first four bytes of the payload that a call writes.
  private int prefix(@Nullable Session session) {
    return session != null && session.outgoing() != null ? written | Prefix.OUT_OF_BAND : written;
  }
}
