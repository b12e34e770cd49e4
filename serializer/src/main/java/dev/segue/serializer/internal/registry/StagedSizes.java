// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The maximum sizes of payloads with roots of a class that are staged, that is, written to or read
/// from native memory through an array: small payloads, and larger ones without bulk data, which
/// would be copied twice. Objects of numbers alone go through an array only until the code for
/// native memory is [warm][WarmUp].
///
/// Threads update it without synchronization: at worst a payload is written the slower way again.
public final class StagedSizes {

  /// The result if a payload is not staged.
  public static final int NOT_STAGED = 0;

  /// The maximum for any payload: less than the smallest staging array; zero disables staging.
  private static final int SMALL_BYTES =
      Math.clamp(Integer.getInteger("dev.segue.serializer.stagedBytes", 1 << 12), 0, 1 << 12);

  /// The maximum for payloads without bulk data, and so for all.
  public static final int MOST_BYTES = SMALL_BYTES << 6;

  /// The sizes of a class whose payloads are never staged.
  static final StagedSizes NONE = new StagedSizes(0, 0, Known.TRUE);

  private final int small;
  private final int large;
  private final BooleanSupplier bulk;

  /// The transitions to direct writes and reads; null for classes that are staged for good.
  private final @Nullable WarmUp writes;

  private final @Nullable WarmUp reads;

  /// Determined when it is first needed.
  private @Nullable Boolean hasBulk;

  private boolean outgrownSmall;
  private boolean outgrownLarge;

  /// @param bulk whether objects of the class may contain bulk data, see [BulkContents]
  StagedSizes(BooleanSupplier bulk) {
    this(SMALL_BYTES, MOST_BYTES, bulk);
  }

  StagedSizes(int small, int large, BooleanSupplier bulk) {
    this(small, large, bulk, null, null);
  }

  private StagedSizes(
      int small, int large, BooleanSupplier bulk, @Nullable WarmUp writes, @Nullable WarmUp reads) {
    this.small = small;
    this.large = large;
    this.bulk = bulk;
    this.writes = writes;
    this.reads = reads;
  }

  /// The sizes of a class whose objects consist of numbers and enum constants in a fixed block.
  static StagedSizes ofNumbers() {
    return ofNumbers(SMALL_BYTES, MOST_BYTES);
  }

  static StagedSizes ofNumbers(int small, int large) {
    return new StagedSizes(small, large, Known.FALSE, new WarmUp(), new WarmUp());
  }

  /// Begins the transitions to direct writes and reads again: the code that writes and reads is
  /// other code now, which the JIT has not compiled yet.
  void restart() {
    if (writes != null) {
      writes.restart();
    }
    if (reads != null) {
      reads.restart();
    }
  }

  /// Whether a payload of a given size is staged when it is read.
  public boolean isRead(long bytes) {
    if (reads != null && reads.isDirect()) {
      return false;
    }
    return bytes <= small || (bytes <= large && isMadeOfSmallParts());
  }

  /// The maximum size of a payload that is staged when it is written; zero if none is.
  public int written() {
    if (writes != null && writes.isDirect()) {
      return NOT_STAGED;
    }
    if (!outgrownSmall) {
      return small;
    }
    return outgrownLarge || !isMadeOfSmallParts() ? NOT_STAGED : large;
  }

  /// Records that a payload was larger than [#written].
  ///
  /// @param bytes the result of [#written]
  public void outgrow(int bytes) {
    outgrownSmall = true;
    if (bytes == large) {
      outgrownLarge = true;
    }
  }

  private boolean isMadeOfSmallParts() {
    Boolean known = hasBulk;
    if (known == null) {
      known = bulk.getAsBoolean();
      hasBulk = known;
    }
    return !known;
  }
}
