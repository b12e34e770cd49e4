// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// How large payloads with roots of a class may be that go by way of an array between native memory
/// and objects: small ones, and larger ones where none of their parts would be copied twice.
///
/// Threads write to it without care of each other: at worst a payload takes the slower way once
/// more.
public final class StagedSizes {

  /// Says that a payload goes directly.
  public static final int NOT_STAGED = 0;

  /// What a payload may take whatever it holds: less than the smallest array there is for it, or
  /// zero for none at all.
  private static final int SMALL_BYTES =
      Math.clamp(Integer.getInteger("dev.segue.serializer.stagedBytes", 1 << 12), 0, 1 << 12);

  /// What one may take that is made of small parts, and the most that any may.
  public static final int MOST_BYTES = SMALL_BYTES << 6;

  /// Of a class whose payloads go directly, whatever they take.
  static final StagedSizes NONE = new StagedSizes(0, 0, () -> true);

  private final int small;
  private final int large;
  private final BooleanSupplier bulk;

  /// Asked once there is a payload for which it matters.
  private @Nullable Boolean hasBulk;

  private boolean outgrownSmall;
  private boolean outgrownLarge;

  /// @param bulk whether objects of the class may hold [BulkContents]
  StagedSizes(BooleanSupplier bulk) {
    this(SMALL_BYTES, MOST_BYTES, bulk);
  }

  StagedSizes(int small, int large, BooleanSupplier bulk) {
    this.small = small;
    this.large = large;
    this.bulk = bulk;
  }

  /// Whether a payload of so many bytes is read by way of an array.
  public boolean isRead(long bytes) {
    return bytes <= small || (bytes <= large && isMadeOfSmallParts());
  }

  /// How many bytes a payload may take that is written by way of an array, or zero for none at all.
  public int written() {
    if (!outgrownSmall) {
      return small;
    }
    return outgrownLarge || !isMadeOfSmallParts() ? 0 : large;
  }

  /// Says that a payload took more than [#written].
  ///
  /// @param bytes what that was
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
