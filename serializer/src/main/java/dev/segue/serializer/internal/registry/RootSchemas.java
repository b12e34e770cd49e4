// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.MetTypes;
import dev.segue.serializer.internal.schema.OwnSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The schemas of the payloads with a root of one class: one, if its declared types name all
/// classes that a payload can hold; otherwise one for each set of classes met. Their number and
/// size are bounded: beyond, sets are merged, and a payload's schema may cover more than it holds.
///
/// A lookup takes no lock and allocates nothing, unless the set is new or was forgotten.
public final class RootSchemas {

  /// The maximum number of schemas. Readers remember more.
  static final int MOST_KEPT = 256;

  /// The maximum of their documents, unless a single one is longer.
  static final int MOST_BYTES = 1 << 17;

  private static final int PLACES = 2 * MOST_KEPT;
  private static final long[] NONE = {};

  /// A schema, and a set of classes that it covers.
  ///
  /// @param words the set, see [MetTypes#toWords]
  private record Kept(long hash, long[] words, OwnSchema schema) {}

  private final OwnSchemas schemas;
  private final TypeEntry root;
  private final boolean isOpen;

  /// The schema of payloads without other classes.
  private final OwnSchema closed;

  /// The schema that was used last. Threads that race see any of those used.
  private Kept last;

  /// All schemas. Guarded by itself.
  private final List<Kept> all = new ArrayList<>();

  private int keptBytes;

  /// The schemas in a hash table by their sets. Replaced, never changed.
  private volatile @Nullable Kept[] table = new Kept[PLACES];

  /// Sets without a schema of their own, each with a schema that covers it; those of equal places
  /// displace one another. Threads that race see any of these.
  private final @Nullable Kept[] covered = new Kept[PLACES];

  RootSchemas(OwnSchemas schemas, TypeEntry root) {
    this.schemas = schemas;
    this.root = root;
    this.isOpen = schemas.isOpen(root);
    this.closed = new OwnSchema(schemas.of(root, NONE));
    this.last = new Kept(0, NONE, closed);
  }

  /// Whether payloads may hold classes that no declared type names, so that they must be noted.
  public boolean isOpen() {
    return isOpen;
  }

  /// The schema of payloads without such classes.
  public OwnSchema closed() {
    return closed;
  }

  /// The schema of a payload with these classes.
  public OwnSchema of(MetTypes met) {
    if (met.size() == 0) {
      return closed;
    }
    Kept recent = last;
    if (!isOf(recent, met)) {
      recent = find(met);
      last = recent;
    }
    return recent.schema;
  }

  private static boolean isOf(Kept kept, MetTypes met) {
    return kept.hash == met.hash() && met.equalsWords(kept.words);
  }

  private Kept find(MetTypes met) {
    int place = place(met.hash());
    @Nullable Kept[] seen = table;
    for (int i = place; seen[i] != null; i = i + 1 & PLACES - 1) {
      Kept kept = seen[i];
      if (kept != null && isOf(kept, met)) {
        return kept;
      }
    }
    Kept kept = covered[place];
    return kept != null && isOf(kept, met) ? kept : findOther(met);
  }

  private static int place(long hash) {
    return (int) (hash >>> Integer.SIZE) & PLACES - 1;
  }

  private Kept findOther(MetTypes met) {
    Kept found;
    synchronized (all) {
      found = covering(met);
      if (found == null) {
        found = add(met.toWords());
      }
    }
    if (isOf(found, met)) {
      return found;
    }
    Kept within = new Kept(met.hash(), met.toWords(), found.schema);
    covered[place(met.hash())] = within;
    return within;
  }

  /// The schema for a set; while there is room, for exactly this set.
  private @Nullable Kept covering(MetTypes met) {
    Kept least = null;
    for (Kept kept : all) {
      boolean covers = isFull() ? met.isWithin(kept.words) : isOf(kept, met);
      if (covers
          && (least == null || kept.schema.documentBytes() < least.schema.documentBytes())) {
        least = kept;
      }
    }
    return least;
  }

  private boolean isFull() {
    return all.size() == MOST_KEPT || keptBytes > MOST_BYTES / 2;
  }

  /// Adds a schema, and merges it with the most similar ones while there are too many.
  private Kept add(long[] words) {
    Kept added = keep(words);
    while (all.size() > MOST_KEPT || (keptBytes > MOST_BYTES && all.size() > 1)) {
      Kept similar = similar(added);
      forget(added);
      forget(similar);
      added = keep(union(added.words, similar.words));
    }
    @Nullable Kept[] filled = new Kept[PLACES];
    for (Kept kept : all) {
      int i = place(kept.hash);
      while (filled[i] != null) {
        i = i + 1 & PLACES - 1;
      }
      filled[i] = kept;
    }
    table = filled;
    return added;
  }

  private Kept keep(long[] words) {
    Kept kept = new Kept(MetTypes.hash(words), words, new OwnSchema(schemas.of(root, words)));
    all.add(kept);
    keptBytes += kept.schema.documentBytes();
    return kept;
  }

  private void forget(Kept kept) {
    all.remove(kept);
    keptBytes -= kept.schema.documentBytes();
  }

  /// The schema with the fewest classes together with those of another.
  private Kept similar(Kept to) {
    Kept most = null;
    long fewest = Long.MAX_VALUE;
    for (Kept kept : all) {
      long classes = Arrays.stream(union(to.words, kept.words)).map(Long::bitCount).sum();
      if (kept != to && classes < fewest) {
        most = kept;
        fewest = classes;
      }
    }
    if (most == null) {
      throw new AssertionError("there are several");
    }
    return most;
  }

  private static long[] union(long[] one, long[] other) {
    long[] union = Arrays.copyOf(one, Math.max(one.length, other.length));
    for (int i = 0; i < other.length; i++) {
      union[i] |= other[i];
    }
    return union;
  }
}
