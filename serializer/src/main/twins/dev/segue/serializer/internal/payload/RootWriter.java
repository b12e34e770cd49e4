// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes payloads: the header, the root object, the schema in compatible mode, and the trailer.
final class RootWriter {

  private static final int NO_TYPE = 0;

  private final TypeRegistry registry;
  private final int maxDepth;
  private final Prefix prefix;
  private final @Nullable Schemas schemas;
  private final boolean embeds;

  /// @param schemas the schemas of payloads; null if payloads have no schemas
  /// @param embeds whether payloads carry whole schemas, or only their fingerprints
  RootWriter(
      TypeRegistry registry,
      int maxDepth,
      Prefix prefix,
      @Nullable Schemas schemas,
      boolean embeds) {
    this.registry = registry;
    this.maxDepth = maxDepth;
    this.prefix = prefix;
    this.schemas = schemas;
    this.embeds = embeds;
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
    long end = base;
    int type = entry == null ? NO_TYPE : entry.id();
    Segments.putLong(segment, position, pair(prefix(session), type));
    if (root == null || entry == null) {
      Segments.putLong(segment, position + Header.FINGERPRINT, 0);
    } else {
      try {
        ObjectCodec codec = entry.codec();
        if (session != null && session.tracks() && codec.isTracked(root)) {
          session.find(root, base);
        }
        end = codec.write(root, segment, base, limit - Header.TRAILER_BYTES, maxDepth, session);
      } catch (SerializationException | StackOverflowError | LinkageError e) {
        throw Failures.leavingWrite(e, maxDepth, registry.options().references());
      }
      if (schemas != null) {
        Schema schema = embeds ? entry.schema(schemas) : entry.publishedSchema(schemas);
        end = SchemaTail.put(schema, embeds, segment, end, limit - Header.TRAILER_BYTES);
      }
      int slot = Slots.of(base, end, Slots.EXACT);
      Segments.putLong(segment, position + Header.FINGERPRINT, pair(entry.fingerprint(), slot));
    }
    Segments.putByte(segment, end, (byte) 0);
    return end + Header.TRAILER_BYTES;
  }

  /// Two fields of the header, which are stored at once.
  private static long pair(int first, int second) {
    return Integer.toUnsignedLong(first) | (long) second << Integer.SIZE;
  }

  /// The first four bytes of the payload that a call writes.
  private int prefix(@Nullable Session session) {
    return session != null && session.handover() != null
        ? prefix.written() | Prefix.OUT_OF_BAND
        : prefix.written();
  }

  /// The schema that a payload with this root would carry; null if it would carry none.
  @Nullable Schema carried(@Nullable Object root) {
    return root == null || schemas == null || !embeds
        ? null
        : registry.entryOf(root).schema(schemas);
  }
}
