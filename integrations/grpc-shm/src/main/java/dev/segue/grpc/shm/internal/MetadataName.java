// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The name of a metadata entry, with gRPC's key for it: one for text, or one for bytes.
///
/// Creating a key validates its name, and callers use few names, so keys are cached. Peers choose
/// names, too, so the cache has a fixed number of slots, for short names only, and a new name
/// replaces the old one in its slot. No peer can fill the cache permanently, or make it use more
/// than 100 KB.
record MetadataName(
    String name, Metadata.@Nullable Key<String> text, Metadata.@Nullable Key<byte[]> bytes) {

  private static final int SLOTS = 256;
  private static final int MOST_CACHED_LENGTH = 64;

  private static final Metadata.AsciiMarshaller<String> TEXT = Metadata.ASCII_STRING_MARSHALLER;
  private static final Metadata.BinaryMarshaller<byte[]> BYTES = Metadata.BINARY_BYTE_MARSHALLER;

  /// Races are harmless: a name is immutable, and at worst is created twice.
  private static final @Nullable MetadataName[] CACHE = new MetadataName[SLOTS];

  /// Returns a name.
  ///
  /// @throws IllegalArgumentException if it is not valid
  static MetadataName of(String name) {
    int hash = name.hashCode();
    int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
    MetadataName cached = CACHE[slot];
    if (cached != null && cached.name.equals(name)) {
      return cached;
    }
    MetadataName created =
        name.endsWith(Metadata.BINARY_HEADER_SUFFIX)
            ? new MetadataName(name, null, Metadata.Key.of(name, BYTES))
            : new MetadataName(name, Metadata.Key.of(name, TEXT), null);
    if (name.length() <= MOST_CACHED_LENGTH) {
      CACHE[slot] = created;
    }
    return created;
  }

  /// Appends the entries with this name.
  ///
  /// @return their number
  int write(Metadata metadata, BodyWriter out) {
    int count = 0;
    if (bytes != null) {
      Iterable<byte[]> values = metadata.getAll(bytes);
      if (values != null) {
        for (byte[] value : values) {
          out.putString(name).putBytes(value);
          count++;
        }
      }
    } else if (text != null) {
      Iterable<String> values = metadata.getAll(text);
      if (values != null) {
        for (String value : values) {
          out.putString(name).putBytes(value.getBytes(StandardCharsets.US_ASCII));
          count++;
        }
      }
    }
    return count;
  }

  /// Adds an entry with this name.
  void read(byte[] value, Metadata metadata) {
    if (bytes != null) {
      metadata.put(bytes, value);
    } else if (text != null) {
      metadata.put(text, new String(value, StandardCharsets.US_ASCII));
    }
  }
}
