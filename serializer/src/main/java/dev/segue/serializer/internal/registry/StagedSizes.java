// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The maximum sizes of payloads with roots of a class that are staged, that is, written to or read
/// from native memory through an array: small payloads, and larger ones without bulk data, which
/// would be copied twice.
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
  static final StagedSizes NONE = new StagedSizes(0, 0, () -> true);

  private final int small;
  private final int large;
  private final BooleanSupplier bulk;

  /// Determined when it is first needed.
  private @Nullable Boolean hasBulk;

  private boolean outgrownSmall;
  private boolean outgrownLarge;

  /// @param bulk whether objects of the class may contain bulk data, see [BulkContents]
  StagedSizes(BooleanSupplier bulk) {
    this(SMALL_BYTES, MOST_BYTES, bulk);
  }

  StagedSizes(int small, int large, BooleanSupplier bulk) {
    this.small = small;
    this.large = large;
    this.bulk = bulk;
  }

  /// Whether a payload of a given size is staged when it is read.
  public boolean isRead(long bytes) {
    return bytes <= small || (bytes <= large && isMadeOfSmallParts());
  }

  /// The maximum size of a payload that is staged when it is written; zero if none is.
  public int written() {
    if (!outgrownSmall) {
      return small;
    }
    return outgrownLarge || !isMadeOfSmallParts() ? 0 : large;
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
