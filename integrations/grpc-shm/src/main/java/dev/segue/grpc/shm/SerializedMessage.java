// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The serialized, possibly compressed bytes of a message to send. The pooled array of a long
/// message returns to the pool after the call and all records with pieces of the message have
/// released it. Only {@link #release} is thread-safe.
final class SerializedMessage {

  /// A message of at most this length is copied out of a longer pooled array before it waits.
  private static final int SMALL_BYTES = 16 * 1024;

  private static final VarHandle REFERENCES;

  static {
    try {
      REFERENCES =
          MethodHandles.lookup().findVarHandle(SerializedMessage.class, "references", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int length;
  private final int size;
  private final int flags;

  /// The number of references to a long message, by the call and by records. Accessed through
  /// REFERENCES.
  @SuppressWarnings("UnusedVariable")
  private int references = 1;

  private byte[] bytes;
  private @Nullable Staging staging;

  /// @param size the length before compression
  /// @param flags flags of the message's frame
  SerializedMessage(Staging staging, int size, int flags) {
    this.staging = staging;
    this.bytes = staging.array();
    this.length = staging.length();
    this.size = size;
    this.flags = flags;
  }

  /// The array whose first {@link #length} bytes are the message.
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /// The length before compression.
  int size() {
    return size;
  }

  int flags() {
    return flags;
  }

  /// Whether records of the message retain it. The array of a short message is not pooled again if
  /// records had to wait.
  boolean isLong() {
    return length > SMALL_BYTES;
  }

  /// Adds a reference of a record, which releases it later.
  void retain() {
    int _ = (int) REFERENCES.getAndAdd(this, 1);
  }

  /// Prepares the message to wait: a small message is copied out of its pooled array.
  void keep() {
    Staging pooled = staging;
    boolean alone = (int) REFERENCES.getVolatile(this) == 1;
    if (pooled != null && alone && (length <= SMALL_BYTES || length <= bytes.length / 2)) {
      bytes = Arrays.copyOf(bytes, length);
      staging = null;
      pooled.giveBack();
    }
  }

  /// Marks the array as referenced elsewhere, so that it does not return to the pool.
  void disown() {
    staging = null;
  }

  /// Ends one reference, and returns the array to the pool with the last one. The bytes must not be
  /// used any more.
  void release() {
    // When the last reference ends, all other holders have finished reading the array.
    if (isLong() && (int) REFERENCES.getAndAdd(this, -1) > 1) {
      return;
    }
    Staging pooled = staging;
    if (pooled != null) {
      staging = null;
      pooled.giveBack();
    }
  }
}
