// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.SeenTypes;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.schema.OwnSchema;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The schemas of the payloads with a root of one class. There is one schema if its declared types
/// name all classes that a payload can hold; otherwise one for each set of classes that occurs, up
/// to a limit. Beyond the limit, payloads carry the schema of all classes that they may hold.
///
/// Thread-safe. A lookup takes no lock and allocates nothing, unless the set is new.
public final class RootSchemas {

  /// The maximum number of sets.
  static final int MOST_KEPT = 512;

  /// The maximum size of the sets and their documents, which one more may exceed.
  private static final int MOST_BYTES = 1 << 17;

  /// The length from which a document is not kept if it is more than half as long as the full one.
  private static final int LARGE = 1 << 12;

  private static final int[] NONE = {};

  /// A schema, and the set of classes that it covers in addition to the classes that declared types
  /// name.
  private record Kept(SeenTypes seenTypes, OwnSchema schema) {}

  private final OwnSchemas schemas;
  private final TypeEntry root;
  private final Object version;
  private final boolean isOpen;
  private final OwnSchema closed;

  /// Created on first use; racing threads create equal schemas.
  private volatile @Nullable OwnSchema full;

  /// A recently used schema. It changes a limited number of times, see [RecentEntry].
  private @Nullable Kept recent;

  /// Updated without synchronization: a race allows a few more changes.
  private int changes;

  /// Null if the declared types name all classes. Its lock guards additions.
  private final @Nullable ConcurrentHashMap<SeenTypes, Kept> kept;

  private int keptBytes;

  /// Whether the maximum number of schemas is kept.
  private volatile boolean isExhausted;

  RootSchemas(OwnSchemas schemas, TypeEntry root) {
    this.schemas = schemas;
    this.root = root;
    this.version = schemas.version(); // read before the classes are used
    this.isOpen = schemas.isOpen(root);
    this.closed = new OwnSchema(schemas.of(root, NONE));
    this.kept = isOpen ? new ConcurrentHashMap<>() : null;
  }

  /// Whether no more classes have become known since this object was created.
  @SuppressWarnings("ReferenceEquality") // sets of classes are compared by identity
  boolean isLatest() {
    return version == schemas.version();
  }

  /// Whether payloads may hold classes that no declared type names.
  public boolean isOpen() {
    return isOpen;
  }

  /// Starts recording the classes of a payload; returns null if its schema does not depend on them.
  public @Nullable SeenTypes startRecordingSeen(Session session) {
    return isOpen ? session.startRecordingSeen(TypeNumbers.FIRST_REGISTERED) : null;
  }

  /// The schema of payloads without classes that no declared type names.
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

  /// Whether this is the schema of all payloads. While more classes can become known, a schema that
  /// no payload was written with is not checked.
  public boolean isFull(long fingerprint) {
    OwnSchema made = full;
    return isOpen && (made != null || !schemas.canGrow()) && full().fingerprint() == fingerprint;
  }

  /// The schema of a payload with these classes.
  public OwnSchema of(SeenTypes seenTypes) {
    if (kept == null || seenTypes.isEmpty()) {
      return closed;
    }
    Kept last = recent;
    if (last != null && last.seenTypes.equals(seenTypes)) {
      return last.schema;
    }
    Kept found = kept.get(seenTypes);
    if (found == null) {
      found = isExhausted ? null : add(seenTypes.copy(), kept);
      if (found == null) {
        return full();
      }
    }
    if (changes < RecentEntry.MOST_CHANGES) {
      changes++;
      recent = found;
    }
    return found.schema;
  }

  /// Adds a schema for a set; returns null if there are too many.
  private @Nullable Kept add(SeenTypes seenTypes, ConcurrentHashMap<SeenTypes, Kept> kept) {
    OwnSchema schema = new OwnSchema(schemas.of(root, seenTypes.toArray()));
    int bytes = schema.documentBytes();
    if (bytes > LARGE && 2 * bytes > full().documentBytes()) {
      schema = full();
      bytes = 0;
    }
    Kept added = new Kept(seenTypes, schema);
    synchronized (kept) {
      Kept earlier = kept.get(seenTypes);
      if (earlier != null || isExhausted) {
        return earlier;
      }
      kept.put(seenTypes, added);
      keptBytes += seenTypes.memoryBytes() + bytes;
      isExhausted = kept.size() == MOST_KEPT || keptBytes >= MOST_BYTES;
      return added;
    }
  }
}
