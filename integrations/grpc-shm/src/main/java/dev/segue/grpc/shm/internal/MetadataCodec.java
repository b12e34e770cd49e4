// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Reads and writes metadata by gRPC's public methods: the number of entries, and for each its name
/// and its bytes.
///
/// Entries that the transport itself sends in another form are left out.
public final class MetadataCodec {

  /// The size that is counted for each entry in addition to its name and value, as in HTTP/2.
  private static final int ENTRY_OVERHEAD = 32;

  private static final int MAX_NAMES = 1024;
  private static final int LEAST_ENTRY_LENGTH = 8;
  private static final Set<String> OWN =
      Set.of(
          "grpc-encoding",
          "grpc-accept-encoding",
          "grpc-timeout",
          "grpc-status",
          "grpc-message",
          "user-agent");

  private static final Metadata.AsciiMarshaller<String> TEXT = Metadata.ASCII_STRING_MARSHALLER;
  private static final Metadata.BinaryMarshaller<byte[]> BYTES = Metadata.BINARY_BYTE_MARSHALLER;

  /// Creating a key validates its name, and callers use few names.
  private static final ConcurrentHashMap<String, Entry> NAMES = new ConcurrentHashMap<>();

  private static final AtomicInteger NAMES_COUNT = new AtomicInteger();

  private MetadataCodec() {}

  /// The keys of a name: one for text, or one for bytes.
  private record Entry(
      String name, Metadata.@Nullable Key<String> text, Metadata.@Nullable Key<byte[]> bytes) {

    static Entry of(String name) {
      Entry known = NAMES.get(name);
      if (known != null) {
        return known;
      }
      Entry entry =
          name.endsWith(Metadata.BINARY_HEADER_SUFFIX)
              ? new Entry(name, null, Metadata.Key.of(name, BYTES))
              : new Entry(name, Metadata.Key.of(name, TEXT), null);
      if (NAMES_COUNT.get() < MAX_NAMES && NAMES.putIfAbsent(name, entry) == null) {
        NAMES_COUNT.incrementAndGet();
      }
      return entry;
    }

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

    void read(byte[] value, Metadata metadata) {
      if (bytes != null) {
        metadata.put(bytes, value);
      } else if (text != null) {
        metadata.put(text, new String(value, StandardCharsets.US_ASCII));
      }
    }
  }

  /// Appends metadata to a frame.
  ///
  /// @return its size as gRPC counts it, with 32 bytes for each entry
  public static int write(Metadata metadata, BodyWriter out) {
    int start = out.length();
    out.putInt(0);
    int count = 0;
    for (String name : metadata.keys()) {
      if (!OWN.contains(name)) {
        count += Entry.of(name).write(metadata, out);
      }
    }
    out.setInt(start, count);
    return size(out.length() - start - Integer.BYTES, count);
  }

  private static int size(int length, int count) {
    return length + count * (ENTRY_OVERHEAD - LEAST_ENTRY_LENGTH);
  }

  /// Reads metadata from a frame.
  ///
  /// @param metadata where to add the entries
  /// @return its size
  /// @throws DamagedFrameException if it is not valid
  public static int read(BodyReader in, Metadata metadata) {
    int count = in.getInt();
    int size = 0;
    try {
      for (int i = 0; i < count; i++) {
        String name = in.getText();
        byte[] value = in.getBytes();
        Entry.of(name).read(value, metadata);
        size += name.length() + value.length + ENTRY_OVERHEAD;
      }
    } catch (IllegalArgumentException e) {
      DamagedFrameException damaged = new DamagedFrameException("metadata: " + e.getMessage());
      damaged.initCause(e);
      throw damaged;
    }
    return size;
  }
}
