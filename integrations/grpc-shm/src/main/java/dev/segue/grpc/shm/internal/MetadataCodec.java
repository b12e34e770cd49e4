// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import io.grpc.Metadata;
import java.util.Set;

/// Reads and writes metadata with gRPC's public methods: the number of entries, and the name and
/// bytes of each.
///
/// Entries that the transport itself sends in another form are left out.
public final class MetadataCodec {

  /// The size added for each entry to its name and value, as in HTTP/2.
  private static final int ENTRY_OVERHEAD = 32;

  private static final int LEAST_ENTRY_LENGTH = 8;
  private static final Set<String> OWN =
      Set.of(
          "grpc-encoding",
          "grpc-accept-encoding",
          "grpc-timeout",
          "grpc-status",
          "grpc-message",
          "user-agent");

  private MetadataCodec() {}

  /// Appends metadata to a frame.
  ///
  /// @return its size as gRPC counts it, with 32 bytes for each entry
  public static int write(Metadata metadata, BodyWriter out) {
    int start = out.length();
    out.putInt(0);
    int count = 0;
    for (String name : metadata.keys()) {
      if (!OWN.contains(name)) {
        count += MetadataName.of(name).write(metadata, out);
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
  /// @param most the size above which entries are neither added nor copied
  /// @return its size
  /// @throws DamagedFrameException if it is not valid
  public static int read(BodyReader in, Metadata metadata, int most) {
    int start = in.position();
    int size = measure(in);
    if (size > most) {
      return size;
    }
    in.position(start);
    int count = in.getInt();
    try {
      for (int i = 0; i < count; i++) {
        String name = in.getText();
        MetadataName.of(name).read(in.getBytes(), metadata);
      }
    } catch (IllegalArgumentException e) {
      DamagedFrameException damaged = new DamagedFrameException("metadata: " + e.getMessage());
      damaged.initCause(e);
      throw damaged;
    }
    return size;
  }

  private static int measure(BodyReader in) {
    int count = in.getInt();
    long size = 0;
    for (int i = 0; i < count; i++) {
      size += in.skip() + in.skip() + (long) ENTRY_OVERHEAD;
    }
    return (int) Math.min(size, Integer.MAX_VALUE);
  }
}
