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

  private final Class<?> type;
  private final int id;
  private final int fingerprint;
  private final boolean plural;

  private GrowingSizes sizes = GrowingSizes.notStaged();

  private boolean unknown;

  private boolean varied;

  private @Nullable TypeEntry tree;

  /// Created on first use, by one thread or by several racing ones.
  private volatile @Nullable RootSchemas schemas;

  private BooleanSupplier hooks = Known.TRUE;

  /// Determined on first use; racing threads get the same result.
  private @Nullable Boolean mayRunHooks;

  /// Whether an unexpected hook has run.
  private volatile boolean expectsHooks;

  private final Once<ObjectCodec> maker;
  private volatile @Nullable ObjectCodec codec;

  TypeEntry(Class<?> type, int id, int fingerprint, boolean plural, Supplier<ObjectCodec> maker) {
    this.type = type;
    this.id = id;
    this.fingerprint = fingerprint;
    this.plural = plural;
    this.maker = new Once<>(maker);
  }

  /// Sets the sizes of payloads.
  TypeEntry sized(GrowingSizes other) {
    sizes = other;
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

  /// Records that a [Hook] has to run in a payload with a root of this entry, although no
  /// registered class that the root may hold has one.
  public void expectHooks() {
    expectsHooks = true;
  }

  /// Whether [#expectHooks] was called.
  boolean expectsHooks() {
    return expectsHooks;
  }

  /// Marks the entry as belonging to another writer's class that the reader does not know. Its
  /// codec throws an exception, or reads null or a replacement.
  TypeEntry unknown() {
    unknown = true;
    return this;
  }

  /// Marks the entry as belonging to a class with [Variants].
  TypeEntry varied() {
    varied = true;
    return this;
  }

  /// Whether values of the class may be of the other variant.
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

  /// Describes a class that the reader does not know; null for a known class.
  public @Nullable UnknownClass asUnknown() {
    return unknown && codec() instanceof UnknownClass unknownClass ? unknownClass : null;
  }

  /// The schemas of payloads with a root of this entry. They cover all classes that this thread can
  /// have used.
  public RootSchemas schemas(OwnSchemas own) {
    RootSchemas made = schemas;
    return made == null ? makeSchemas(own) : made;
  }

  /// The same at the end of a payload: different schemas if classes have become known since its
  /// start.
  ///
  /// @param before the result of [#schemas] at the start
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

  /// Keeps schemas, unless classes have become known since they were created: [#forget] may have
  /// run already.
  private synchronized boolean keep(RootSchemas made) {
    boolean isLatest = made.isLatest();
    if (isLatest) {
      schemas = made;
    }
    return isLatest;
  }

  /// Clears the state that depends on the set of known classes, because the set has grown.
  synchronized void forget() {
    schemas = null;
    mayRunHooks = null;
    TypeEntry other = tree;
    if (other != null) {
      other.forget();
    }
  }

  /// Whether this is another writer's class that the reader does not know.
  public boolean isUnknown() {
    return unknown;
  }

  public Class<?> type() {
    return type;
  }

  /// The sizes of payloads with a root of this entry.
  public GrowingSizes sizes() {
    return sizes;
  }

  public int id() {
    return id;
  }

  public int fingerprint() {
    return fingerprint;
  }

  /// Whether the class of a value may be a subtype, which can only be determined from the value
  /// itself.
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

  /// Checks that a value that was read is of the expected type, if [#mayBe] could not decide.
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

  /// Returns the type reference for writing, and records that the payload's schema must cover the
  /// class.
  public int reference(@Nullable Session session) {
    if (session != null) {
      session.recordSeen(id);
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

  /// The scalar codec of a [entry of a scalar codec][TypeRegistry#scalarCodecEntry].
  public ScalarCodec scalarCodec() {
    return ((ScalarCodecAdapter) codec()).scalarCodec();
  }

  /// The codec that generated code links to. A codec that would be compiled later is compiled now.
  ObjectCodec linked() {
    return linked(codec());
  }

  private ObjectCodec linked(ObjectCodec made) {
    if (made instanceof AdaptiveCodec adaptive) {
      ObjectCodec compiled = adaptive.compiled();
      codec = compiled;
      sizes.restart();
      return compiled;
    }
    return made;
  }
}
