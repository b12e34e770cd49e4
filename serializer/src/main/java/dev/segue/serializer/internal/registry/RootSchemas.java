// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.MetTypes;
import dev.segue.serializer.internal.schema.OwnSchema;
import org.jspecify.annotations.Nullable;

/// The schemas of the payloads with a root of one class: one, if its declared types name all
/// classes that a payload can hold; otherwise one for each set of classes met, up to a limit.
/// Payloads beyond it carry the schema of all classes that they may hold.
///
/// A lookup takes no lock and allocates nothing, unless the set is new.
public final class RootSchemas {

  /// The maximum number of sets.
  static final int MOST_KEPT = 512;

  /// The maximum of the documents for them.
  static final int MOST_BYTES = 1 << 16;

  private static final int PLACES = 2 * MOST_KEPT;
  private static final long[] NONE = {};

  /// A schema, and the set of classes that it covers besides those that declared types name.
  ///
  /// @param words the set, see [MetTypes#toWords]
  private record Kept(long hash, long[] words, OwnSchema schema) {

    boolean isFor(MetTypes met) {
      return hash == met.hash() && met.equalsWords(words);
    }
  }

  private final OwnSchemas schemas;
  private final TypeEntry root;
  private final boolean isOpen;
  private final OwnSchema closed;

  /// Created on first use; threads that race create equal schemas.
  private volatile @Nullable OwnSchema full;

  /// A schema that was used recently. It changes a limited number of times, see [RecentEntry].
  private Kept recent;

  /// Updated without synchronization: a race allows a few more changes.
  private int changes;

  /// A hash table of sets. Guarded by itself when it is changed; lookups without the lock may miss
  /// the latest additions.
  private final @Nullable Kept[] table = new Kept[PLACES];

  private int count;
  private int bytes;
  private volatile boolean isFull;

  RootSchemas(OwnSchemas schemas, TypeEntry root) {
    this.schemas = schemas;
    this.root = root;
    this.isOpen = schemas.isOpen(root);
    this.closed = new OwnSchema(schemas.of(root, NONE));
    this.recent = new Kept(0, NONE, closed);
  }

  /// Whether payloads may hold classes that no declared type names.
  public boolean isOpen() {
    return isOpen;
  }

  /// The schema of payloads without such classes.
  public OwnSchema closed() {
    return closed;
  }

  /// The schema of all payloads.
  public OwnSchema full() {
    if (!isOpen) {
      return closed;
    }
    OwnSchema made = full;
    if (made == null) {
      made = new OwnSchema(schemas.of(root));
      full = made;
    }
    return made;
  }

  /// The schema of a payload with these classes.
  public OwnSchema of(MetTypes met) {
    if (met.isEmpty()) {
      return closed;
    }
    Kept last = recent;
    if (last.isFor(met)) {
      return last.schema;
    }
    Kept found = find(met);
    if (found == null) {
      found = add(met);
    }
    if (found == null) {
      return full();
    }
    if (changes < RecentEntry.MOST_CHANGES) {
      changes++;
      recent = found;
    }
    return found.schema;
  }

  /// The schema for a set in the table, or null.
  private @Nullable Kept find(MetTypes met) {
    Kept kept = null;
    for (int i = place(met.hash()); (kept = table[i]) != null; i = i + 1 & PLACES - 1) {
      if (kept.isFor(met)) {
        return kept;
      }
    }
    return null;
  }

  private static int place(long hash) {
    return (int) (hash >>> Integer.SIZE) & PLACES - 1;
  }

  /// Adds a schema for a set; returns null if there are too many.
  private @Nullable Kept add(MetTypes met) {
    if (isFull) {
      return null;
    }
    long[] words = met.toWords();
    Kept added = new Kept(met.hash(), words, new OwnSchema(schemas.of(root, words)));
    synchronized (table) {
      Kept earlier = find(met);
      if (earlier != null || isFull) {
        return earlier;
      }
      int i = place(added.hash);
      while (table[i] != null) {
        i = i + 1 & PLACES - 1;
      }
      table[i] = added;
      count++;
      bytes += added.schema.documentBytes();
      isFull = count == MOST_KEPT || bytes >= MOST_BYTES;
      return added;
    }
  }
}
