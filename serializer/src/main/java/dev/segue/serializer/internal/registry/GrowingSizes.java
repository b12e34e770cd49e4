// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Size statistics of the payloads whose roots are of one class.
///
/// **Staging.** The maximum sizes of payloads that are staged, that is, written to or read from
/// native memory through an array. These are small payloads, and larger ones without bulk data,
/// which staging would copy twice. Objects that hold only numbers go through an array only until
/// the code for native memory is [warm][WarmUp].
///
/// **Growing.** The expected size of payloads whose memory grows, or is allocated for them.
///
/// Threads update this object without synchronization: at worst, a payload is written the slower
/// way again.
public final class GrowingSizes {

  /// The result if a payload is not staged.
  public static final int NOT_STAGED = 0;

  /// The maximum for any payload: less than the smallest staging array; zero disables staging.
  private static final int SMALL_BYTES =
      Math.clamp(Integer.getInteger("dev.segue.serializer.stagedBytes", 1 << 12), 0, 1 << 12);

  /// The maximum for payloads without bulk data, and thus for all payloads.
  public static final int MOST_BYTES = SMALL_BYTES << 6;

  /// The largest estimate that costs little if it is too large.
  private static final int SMALL_ESTIMATE = 1 << 16;

  private static final int SLOW_DECAY = 6;

  private final int small;
  private final int large;
  private final BooleanSupplier bulk;

  /// The transitions to direct writes and reads; null for classes that are always staged.
  private final @Nullable WarmUp writes;

  private final @Nullable WarmUp reads;

  /// Determined when it is first needed.
  private @Nullable Boolean hasBulk;

  private boolean outgrownSmall;
  private boolean outgrownLarge;

  private int expected;

  /// @param bulk whether objects of the class may contain bulk data, see [BulkContents]
  GrowingSizes(BooleanSupplier bulk) {
    this(SMALL_BYTES, MOST_BYTES, bulk);
  }

  GrowingSizes(int small, int large, BooleanSupplier bulk) {
    this(small, large, bulk, null, null);
  }

  private GrowingSizes(
      int small, int large, BooleanSupplier bulk, @Nullable WarmUp writes, @Nullable WarmUp reads) {
    this.small = small;
    this.large = large;
    this.bulk = bulk;
    this.writes = writes;
    this.reads = reads;
  }

  /// The sizes of a class whose payloads are never staged.
  static GrowingSizes notStaged() {
    return new GrowingSizes(0, 0, Known.TRUE);
  }

  /// The sizes of a class whose objects consist of numbers and enum constants in a fixed block.
  static GrowingSizes ofNumbers() {
    return ofNumbers(SMALL_BYTES, MOST_BYTES);
  }

  static GrowingSizes ofNumbers(int small, int large) {
    return new GrowingSizes(small, large, Known.FALSE, new WarmUp(), new WarmUp());
  }

  /// Restarts the transitions to direct writes and reads, because the code that writes and reads
  /// has been replaced, and the JIT has not compiled the new code yet.
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
  public int staged() {
    if (writes != null && writes.isDirect()) {
      return NOT_STAGED;
    }
    if (!outgrownSmall) {
      return small;
    }
    return outgrownLarge || !isMadeOfSmallParts() ? NOT_STAGED : large;
  }

  /// Records that a payload was larger than [#staged].
  ///
  /// @param bytes the result of [#staged]
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

  /// The number of bytes that was sufficient for recent payloads that had outgrown their memory or
  /// got newly allocated memory; zero before the first one.
  public int expected() {
    return expected;
  }

  /// Records the size of such a payload. The estimate grows immediately, and shrinks after payloads
  /// of less than half of it: in steps while it is small, otherwise by half, so that one large
  /// payload affects only a few short ones.
  public void took(long bytes) {
    int before = expected;
    if (bytes > before) {
      expected = (int) Math.min(bytes + (bytes >> 3) + Long.BYTES, Integer.MAX_VALUE);
    } else if (bytes < before >> 1) {
      expected = before - (before >> (before <= SMALL_ESTIMATE ? SLOW_DECAY : 1));
    }
  }

  /// The transition of a class from payloads that are staged in an array to payloads that are
  /// written to, or read from, native memory directly. Until the JIT has compiled it, an access to
  /// native memory takes a hundred times as long as an access to an array. So the first payloads
  /// are all staged. After that most are, until the JIT has compiled the direct code because of the
  /// others.
  ///
  /// Threads count without synchronization: a race makes the transition longer.
  static final class WarmUp {

    /// The number of initial payloads that are all staged; a short program never writes more.
    static final int STAGED = 1 << 14;

    /// One in this many payloads is direct during the transition.
    static final int INTERVAL = 16;

    /// The number of payloads before the transition ends. The direct ones among them exceed the
    /// number of calls after which C2 compiles a method.
    static final int END = STAGED + INTERVAL * (1 << 13);

    private int payloads;

    void restart() {
      payloads = 0;
    }

    /// Whether the next payload is direct.
    boolean isDirect() {
      int before = payloads;
      if (before >= END) {
        return true;
      }
      payloads = before + 1;
      return before >= STAGED && before % INTERVAL == 0;
    }
  }
}
