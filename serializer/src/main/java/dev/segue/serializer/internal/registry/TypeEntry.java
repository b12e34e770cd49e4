// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A class that a serializer knows, with its type number, fingerprint and codec. The codec is
/// created on first use.
public final class TypeEntry implements Linked {

  private static final int ID_BITS = 16;
  private static final int ID_MASK = (1 << ID_BITS) - 1;

  /// An estimate up to this one costs little where it is too large.
  private static final int SMALL_ESTIMATE = 1 << 16;

  private static final int SLOW_DECAY = 6;

  private static final int MOST_CALM = 1 << 12;

  private final Class<?> type;
  private final int id;
  private final int fingerprint;
  private final boolean plural;

  private StagedSizes stagedSizes = StagedSizes.NONE;

  private boolean unknown;

  private boolean varied;

  private @Nullable TypeEntry tree;

  /// Created on first use, by one thread or by several that race.
  private volatile @Nullable RootSchemas schemas;

  /// An estimate that threads update without synchronization.
  private int expectedBytes;

  /// Another one, for payloads whose memory is allocated for them.
  private int usualBytes;

  private BooleanSupplier hooks = Known.TRUE;

  /// Determined on first use; threads that race get the same result.
  private @Nullable Boolean mayRunHooks;

  /// The number of payloads since the last class became known by a rule. Threads count without
  /// synchronization.
  private int calmPayloads;

  private final Once<ObjectCodec> maker;
  private volatile @Nullable ObjectCodec codec;

  TypeEntry(Class<?> type, int id, int fingerprint, boolean plural, Supplier<ObjectCodec> maker) {
    this.type = type;
    this.id = id;
    this.fingerprint = fingerprint;
    this.plural = plural;
    this.maker = new Once<>(maker);
  }

  /// Sets the sizes of staged payloads.
  TypeEntry staged(StagedSizes sizes) {
    stagedSizes = sizes;
    return this;
  }

  /// Sets whether writing an object may run a [Hook]; it may by default.
  TypeEntry hooked(BooleanSupplier hooks) {
    this.hooks = hooks;
    return this;
  }

  /// Whether writing a payload with a root of this entry may run a [Hook].
  boolean mayRunHooks() {
    Boolean known = mayRunHooks;
    if (known == null) {
      known = hooks.getAsBoolean();
      mayRunHooks = known;
    }
    return known;
  }

  /// Whether writing a payload with a root of this entry may well make classes known by rules,
  /// which may have hooks: many payloads have to show first that it does not.
  boolean mayMeetClasses() {
    int before = calmPayloads;
    if (before >= MOST_CALM) {
      return false;
    }
    calmPayloads = before + 1;
    return true;
  }

  /// Marks the entry as that of another writer's class which is not known here. Its codec throws an
  /// exception, or reads null or a replacement.
  TypeEntry unknown() {
    unknown = true;
    return this;
  }

  /// Marks the entry as that of a class with [Variants].
  TypeEntry varied() {
    varied = true;
    return this;
  }

  /// Whether values of the class may be of another variant.
  boolean isVaried() {
    return varied;
  }

  /// Sets the entry of the same containers as trees.
  void writtenAs(TypeEntry tree) {
    this.tree = tree;
  }

  /// The entry of the same containers as trees, if they are written as trees where no declaration
  /// specifies columns; otherwise null.
  public @Nullable TypeEntry tree() {
    return tree;
  }

  /// The kind of container that is written as the rows of a table; null if the container has other
  /// state or does not fit.
  public @Nullable ContainerKind writtenKind(Shape.Table table) {
    return codec() instanceof RowsCodec rows ? fitting(rows.writtenKind(), table) : null;
  }

  /// The kind of container that the rows of a table are read into; null if the container has other
  /// state or does not fit.
  public @Nullable ContainerKind readKind(Shape.Table table) {
    return codec() instanceof RowsCodec rows ? fitting(rows.readKind(table), table) : null;
  }

  private static @Nullable ContainerKind fitting(@Nullable ContainerKind kind, Shape.Table table) {
    return kind != null && kind.columns() == table.columns().size() ? kind : null;
  }

  /// Describes a class that is not known here; null for a known class.
  public @Nullable UnknownClass asUnknown() {
    return unknown && codec() instanceof UnknownClass unknownClass ? unknownClass : null;
  }

  /// The schemas of payloads with a root of this entry, made of all classes that this thread can
  /// have met.
  public RootSchemas schemas(OwnSchemas own) {
    RootSchemas made = schemas;
    return made == null ? makeSchemas(own) : made;
  }

  /// The same, at the end of a payload: others if classes have become known since its begin.
  ///
  /// @param before the result of [#schemas] at the begin
  @SuppressWarnings("ReferenceEquality") // growth removes them before other threads see the classes
  public RootSchemas latestSchemas(OwnSchemas own, RootSchemas before) {
    return schemas == before ? before : schemas(own);
  }

  private RootSchemas makeSchemas(OwnSchemas own) {
    while (true) {
      RootSchemas made = new RootSchemas(own, this);
      if (keep(made)) {
        return made;
      }
    }
  }

  /// Keeps schemas, unless classes have become known since they were made: [#forget] may be over.
  private synchronized boolean keep(RootSchemas made) {
    boolean isLatest = made.isLatest();
    if (isLatest) {
      schemas = made;
    }
    return isLatest;
  }

  /// Forgets what depends on the set of known classes, because it has grown.
  synchronized void forget() {
    schemas = null;
    mayRunHooks = null;
    calmPayloads = 0;
    TypeEntry other = tree;
    if (other != null) {
      other.forget();
    }
  }

  /// Whether this is another writer's class that is not known here.
  public boolean isUnknown() {
    return unknown;
  }

  public Class<?> type() {
    return type;
  }

  /// The sizes of payloads with a root of this entry that are staged.
  public StagedSizes stagedSizes() {
    return stagedSizes;
  }

  /// An estimate of the size of payloads that outgrew the memory they were written to, in bytes;
  /// zero without such payloads.
  public int expectedBytes() {
    return expectedBytes;
  }

  /// Records the size of a payload that outgrew its memory. The estimate grows at once and shrinks
  /// gradually.
  public void tookBytes(long bytes) {
    long before = expectedBytes;
    long some = Math.max(bytes + (bytes >> 3), before - (before >> 3));
    expectedBytes = (int) Math.min(some, Integer.MAX_VALUE);
  }

  /// The number of bytes in which recent payloads fitted whose memory was allocated for them; zero
  /// before the first.
  public int usualBytes() {
    return usualBytes;
  }

  /// Records the size of a payload whose memory was allocated for it. The estimate grows at once,
  /// and shrinks after payloads of less than half of it: by steps while it is small, and else by
  /// halves, so that one large payload costs a few short ones little.
  public void fitted(int bytes) {
    int before = usualBytes;
    if (bytes > before) {
      usualBytes = (int) Math.min((long) bytes + (bytes >> 3) + Long.BYTES, Integer.MAX_VALUE);
    } else if (bytes < before >> 1) {
      usualBytes = before - (before >> (before <= SMALL_ESTIMATE ? SLOW_DECAY : 1));
    }
  }

  public int id() {
    return id;
  }

  public int fingerprint() {
    return fingerprint;
  }

  /// Whether the class of a value may be a subtype, which only the value itself shows.
  public boolean isPlural() {
    return plural;
  }

  /// Whether a value of this entry may be of the expected type; if the entry is plural, the value
  /// itself has to be [checked][#check].
  public boolean mayBe(Class<?> expected) {
    return unknown
        || expected.isAssignableFrom(type)
        || (plural && (expected.isInterface() || type.isAssignableFrom(expected)));
  }

  /// Requires a value that was read to be of the expected type, if [#mayBe] could not decide.
  public void check(@Nullable Object value, Class<?> expected, long position) {
    if (plural && value != null && !expected.isInstance(value)) {
      throw Failures.typeMismatch(value.getClass(), expected, position);
    }
  }

  /// The type reference: four bytes that precede a value whose class its declaration does not
  /// determine, with the type number in the low half and half of the fingerprint in the high half.
  public int reference() {
    return fingerprint << ID_BITS | id;
  }

  /// The type reference, to be written. The payload's schema covers the class then.
  public int reference(@Nullable Session session) {
    if (session != null) {
      session.meets(id);
    }
    return reference();
  }

  static int idOf(int reference) {
    return reference & ID_MASK;
  }

  /// The codec; created on first use.
  public ObjectCodec codec() {
    ObjectCodec made = codec;
    if (made == null) {
      made = maker.get();
      codec = made;
    }
    return made instanceof AdaptiveCodec adaptive && adaptive.isCompiled() ? linked(made) : made;
  }

  @Override
  public @Nullable AdaptiveCodec interpretedSoFar() {
    return codec instanceof AdaptiveCodec adaptive && !adaptive.isCompiled() ? adaptive : null;
  }

  /// The leaf of a [leaf entry][TypeRegistry#leafEntry].
  public Leaf leaf() {
    return ((LeafCodec) codec()).leaf();
  }

  /// The codec that generated code links to: one that would be compiled later is compiled now.
  ObjectCodec linked() {
    return linked(codec());
  }

  private ObjectCodec linked(ObjectCodec made) {
    if (made instanceof AdaptiveCodec adaptive) {
      ObjectCodec compiled = adaptive.compiled();
      codec = compiled;
      stagedSizes.restart();
      return compiled;
    }
    return made;
  }
}
