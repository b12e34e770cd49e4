// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import org.jspecify.annotations.Nullable;

/// The entry of the root that was written or read last. A program that always sends objects of one
/// class finds its entry by one predictable comparison; a lookup in the table is a chain of
/// dependent loads.
///
/// It changes a limited number of times, since threads that send different classes would otherwise
/// contend for its cache line in every call.
final class RecentEntry {

  static final int MOST_CHANGES = 64;

  private volatile @Nullable TypeEntry entry;

  /// Updated without synchronization: a race allows a few more changes.
  private int changes;

  /// The entry for exactly this class; null if the last root was of another class.
  @Nullable TypeEntry of(Class<?> type) {
    TypeEntry last = entry;
    return last != null && last.type() == type ? last : null;
  }

  /// The entry with this type number; null if the last root had another one.
  @Nullable TypeEntry of(int id) {
    TypeEntry last = entry;
    return last != null && last.id() == id ? last : null;
  }

  /// Records an entry that was found in the table.
  TypeEntry note(TypeEntry found) {
    if (changes < MOST_CHANGES) {
      changes++;
      entry = found;
    }
    return found;
  }
}
