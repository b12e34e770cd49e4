// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.error.Errors;

/// The first four bytes of payloads: magic, version and flags. Checks the first bytes of payloads
/// to read, and explains why a payload cannot be read.
///
/// @param layout the first four bytes without the flags for references and schemas
/// @param written the first four bytes of payloads that this serializer writes
/// @param names whether only payloads that name classes end with a schema: these names
record Prefix(int layout, int written, boolean names) {

  private static final int MAGIC = 0xE5;
  private static final int VERSION = 1;
  private static final int PLAIN = MAGIC | VERSION << 8;

  /// The flag of payloads that may have references.
  private static final int REFERENCES = 1 << 16;

  /// The flag of payloads whose `int` and `long` fields have variable length.
  private static final int COMPACT_NUMBERS = 2 << 16;

  /// The flag of payloads that end with their schema.
  private static final int COMPATIBLE = 4 << 16;

  /// The flag of payloads with contents out of band, see [OutgoingContents].
  static final int OUT_OF_BAND = 8 << 16;

  private static final int KNOWN_FLAGS = 7;

  static Prefix of(Options options, boolean compatible, boolean names) {
    int layout = options.compactNumbers() ? PLAIN | COMPACT_NUMBERS : PLAIN;
    int flags = (options.references() ? REFERENCES : 0) | (compatible ? COMPATIBLE : 0);
    return new Prefix(layout, layout | flags, names);
  }

  /// The first four bytes of a payload that ends with the names of classes.
  ///
  /// @param prefix the first four bytes of the same payload without names
  static int withNames(int prefix) {
    return prefix | COMPATIBLE;
  }

  /// The first four bytes of a payload with its schema.
  static int withSchema(boolean compactNumbers) {
    return PLAIN | COMPATIBLE | (compactNumbers ? COMPACT_NUMBERS : 0);
  }

  /// Whether a payload with these first four bytes ends with its schema.
  static boolean hasSchema(int found) {
    return (found & COMPATIBLE) != 0;
  }

  /// Checks the first four bytes of a payload.
  ///
  /// @throws SerializationException if this serializer cannot read the payload
  void check(int found, long position) {
    if (found == written || found == layout || (hasSchema(written) && isReadable(found))) {
      return;
    }
    int withoutNames = found & ~COMPATIBLE;
    if (names && (withoutNames == written || withoutNames == layout)) {
      return;
    }
    throw refusal(found, position);
  }

  /// Checks the first four bytes of a payload that may have contents out of band.
  void checkAnyBand(int found, long position) {
    check(found & ~OUT_OF_BAND, position);
  }

  /// A reader with schemas reads payloads with and without them. The schema states whether numbers
  /// are compact.
  private boolean isReadable(int found) {
    int free = COMPATIBLE | REFERENCES | (hasSchema(found) ? COMPACT_NUMBERS : 0);
    boolean refers = (found & REFERENCES) != 0;
    return (found & ~free) == (layout & ~free) && (!refers || (written & REFERENCES) != 0);
  }

  private SerializationException refusal(int found, long position) {
    if ((found & 0xff) != MAGIC) {
      return Errors.of(
          Kind.INCOMPATIBLE_FORMAT,
          "not a Segue payload: " + OtherFormats.describe(found),
          position);
    }
    int version = found >> 8 & 0xff;
    if (version != VERSION) {
      return incompatible(
          "the payload has format version %d; this release reads version " + VERSION,
          version,
          position);
    }
    int flags = found >>> 16;
    if ((found & OUT_OF_BAND) != 0) {
      checkAnyBand(found, position);
      return incompatible(
          "the payload was written out of band (flags %04x): read it with the segments that were"
              + " collected when it was written, by read(source, offset, type, OutOfBandSegments)",
          flags, position);
    }
    if (hasSchema(found) && !hasSchema(written) && flags <= KNOWN_FLAGS) {
      return incompatible(
          "the payload was written in schema-compatible mode (flags %04x); build this serializer"
              + " with .schemaMode(SchemaMode.COMPATIBLE)",
          flags, position);
    }
    if (((found ^ written) & COMPACT_NUMBERS) != 0 && flags <= KNOWN_FLAGS) {
      return incompatible(
          "the payload and this serializer differ in .compactNumbers (flags %04x); build both"
              + " serializers with the same value",
          flags, position);
    }
    if ((found & ~COMPATIBLE) == (layout | REFERENCES)) {
      return incompatible(
          "the payload was written with references (flags %04x); build this serializer with"
              + " .references(true)",
          flags, position);
    }
    return incompatible(
        "the payload was written with options that this release does not know (flags %04x)",
        flags, position);
  }

  private static SerializationException incompatible(String message, int found, long position) {
    return Errors.of(Kind.INCOMPATIBLE_FORMAT, message.formatted(found), position);
  }
}
