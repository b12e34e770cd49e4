// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.inspect;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.payload.OtherFormats;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.TypeEntry;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;

/// Shows a payload as a tree. Any bytes yield a text, of bounded length.
public final class Inspection {

  private static final int MAGIC = 0xe5;
  private static final int VERSION = 1;
  private static final int REFERENCES = 1;
  private static final int COMPACT_NUMBERS = 2;
  private static final int COMPATIBLE = 4;

  /// Marks payloads with contents out of band, which are not shown.
  private static final int OUT_OF_BAND = 8;

  private static final int KNOWN_FLAGS = REFERENCES | COMPACT_NUMBERS | COMPATIBLE;

  private Inspection() {}

  /// Shows the payload at an offset of a segment.
  public static String of(KnownTypes known, MemorySegment segment, long offset) {
    Report report = new Report();
    Bytes bytes = new Bytes(segment);
    try {
      show(known, bytes, offset, report);
    } catch (Damage e) {
      report.problem(0, e);
    }
    return report.toString();
  }

  private static void show(KnownTypes known, Bytes bytes, long offset, Report report) {
    int prefix = bytes.getInt(offset);
    int version = prefix >>> 8 & 0xff;
    int flags = prefix >>> 16;
    if ((prefix & 0xff) != MAGIC) {
      throw Damage.corrupt(offset, "not a Segue payload: " + OtherFormats.describe(prefix));
    }
    bytes.require(offset, Header.BYTES);
    int type = bytes.getInt(offset + 4);
    int fingerprint = bytes.getInt(offset + 8);
    int root = bytes.getInt(offset + Header.ROOT);
    long base = offset + Header.BYTES;
    long end = base + (root >>> 2);
    TypeEntry entry = known.entry(type);
    report.line(
        0,
        offset,
        Header.BYTES,
        "header: version %d, flags %04x%s, %s, fingerprint %08x, %d bytes in all"
            .formatted(
                version,
                flags,
                named(flags),
                TypeNames.number(type) + (entry == null ? "" : " = " + entry.type().getName()),
                fingerprint,
                end + Header.TRAILER_BYTES - offset));
    if (version != VERSION || (flags & ~KNOWN_FLAGS) != 0) {
      throw Damage.corrupt(
          offset, "a version or flags of another release; the rest cannot be shown");
    }
    if ((flags & COMPATIBLE) != 0 && Slots.tag(root) == Slots.EXACT) {
      showCompatible(known, bytes, offset, end, flags, report);
    } else if (Slots.tag(root) == Slots.NULL) {
      report.line(0, base, end - base, "null");
    } else if (Slots.tag(root) != Slots.EXACT) {
      report.problem(0, Damage.corrupt(offset + Header.ROOT, "a root of tag " + Slots.tag(root)));
    } else {
      showRoot(known, bytes, offset, end, flags, report);
    }
    if (!report.isFull()) {
      trailer(bytes, end, report);
    }
  }

  /// @param end the end of the root object
  private static void showRoot(
      KnownTypes known, Bytes bytes, long offset, long end, int flags, Report report) {
    int type = bytes.getInt(offset + Header.TYPE);
    int fingerprint = bytes.getInt(offset + 8);
    long base = offset + Header.BYTES;
    TypeEntry entry = known.entry(type);
    if (entry == null) {
      report.line(
          0,
          base,
          end - base,
          "%s, not registered here: %s".formatted(TypeNames.number(type), bytes.hex(base, end)));
    } else if (entry.fingerprint() != fingerprint) {
      report.line(0, base, end - base, bytes.hex(base, end));
      report.problem(
          0,
          Damage.corrupt(
              offset + 8,
              "another version of %s, or registered otherwise: %08x there, %08x here"
                  .formatted(entry.type().getName(), fingerprint, entry.fingerprint())));
    } else {
      boolean compactNumbers = (flags & COMPACT_NUMBERS) != 0;
      new ValueTree(known, bytes, offset, compactNumbers, report)
          .typed(new Node("root", base, end, 0), entry);
    }
  }

  /// Shows a root object with the schema that follows it.
  private static void showCompatible(
      KnownTypes known, Bytes bytes, long offset, long end, int flags, Report report) {
    long base = offset + Header.BYTES;
    long tail = end - Schema.TAIL_BYTES;
    if (tail < base) {
      throw Damage.corrupt(end, "no room for a schema");
    }
    bytes.require(offset, end - offset);
    long fingerprint = bytes.getLong(tail);
    int length = bytes.getInt(tail + Long.BYTES);
    if (length < 0 || length > tail - base) {
      throw Damage.corrupt(tail, "a schema of " + length + " bytes");
    }
    long schema = tail - length;
    byte[] document = length == 0 ? null : bytes.copy(schema, length);
    String problem = null;
    KnownTypes theirs = known;
    try {
      theirs = known.of(bytes.getInt(offset + Header.TYPE), fingerprint, document);
    } catch (SerializationException e) {
      problem = e.getMessage();
    }
    if (theirs == null || problem != null) {
      report.line(0, base, schema - base, bytes.hex(base, schema));
    } else {
      showRoot(theirs, bytes, offset, schema, flags, report);
    }
    String types = document == null ? "" : ": " + classes(document);
    report.line(0, schema, end - schema, "schema %016x%s".formatted(fingerprint, types));
    if (problem != null) {
      report.problem(0, Damage.corrupt(schema, problem));
    }
  }

  private static String classes(byte[] document) {
    try {
      return SchemaDecoder.decode(document).types().stream()
          .limit(20)
          .map(type -> TypeNames.number(type.number()) + " = " + type.name())
          .collect(Collectors.joining(", "));
    } catch (SerializationException e) {
      return e.getMessage();
    }
  }

  private static String named(int flags) {
    return ((flags & REFERENCES) != 0 ? " (references)" : "")
        + ((flags & COMPATIBLE) != 0 ? " (schema)" : "")
        + ((flags & COMPACT_NUMBERS) != 0 ? " (compact numbers)" : "")
        + ((flags & OUT_OF_BAND) != 0 ? " (contents out of band)" : "");
  }

  private static void trailer(Bytes bytes, long end, Report report) {
    int trailer = bytes.number(end, 1);
    report.line(0, end, Header.TRAILER_BYTES, "trailer");
    if (trailer != 0) {
      report.problem(0, Damage.corrupt(end, "the trailer is %02x, not 00".formatted(trailer)));
    }
  }
}
