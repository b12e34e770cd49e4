// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.container.Variants;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.schema.Schema;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A class that this serializer knows: its number on the wire, its fingerprint, its codec. The
/// codec is made when it is first asked for.
public final class TypeEntry {

  private static final int ID_BITS = 16;
  private static final int ID_MASK = (1 << ID_BITS) - 1;

  private final Class<?> type;
  private final int id;
  private final int fingerprint;
  private final boolean plural;

  private StagedSizes stagedSizes = StagedSizes.NONE;

  private boolean unknown;

  private boolean varied;

  /// Made when first asked for, by whoever asks; all make the same.
  private @Nullable Schema schema;

  private volatile boolean published;

  /// Threads write to it without care of each other.
  private int expectedBytes;

  private BooleanSupplier hooks = () -> true;

  /// Asked once there is a payload for which it matters; all threads find the same.
  private @Nullable Boolean mayRunHooks;

  private final Once<ObjectCodec> maker;
  private volatile @Nullable ObjectCodec codec;

  TypeEntry(Class<?> type, int id, int fingerprint, boolean plural, Supplier<ObjectCodec> maker) {
    this.type = type;
    this.id = id;
    this.fingerprint = fingerprint;
    this.plural = plural;
    this.maker = new Once<>(maker);
  }

  /// The same, for a class that is written by its plan alone.
  TypeEntry staged(StagedSizes sizes) {
    stagedSizes = sizes;
    return this;
  }

  /// The same, where more is known of hooks.
  ///
  /// @param possible whether writing an object may run one
  TypeEntry hooked(BooleanSupplier possible) {
    hooks = possible;
    return this;
  }

  /// Whether writing a payload with such a root may run a [Hook].
  boolean mayRunHooks() {
    Boolean known = mayRunHooks;
    if (known == null) {
      known = hooks.getAsBoolean();
      mayRunHooks = known;
    }
    return known;
  }

  /// The same, for a class of a writer's that is not known here: its codec fails, or gives null, or
  /// something that stands for the value.
  TypeEntry unknown() {
    unknown = true;
    return this;
  }

  /// The same, for a class of which there are [Variants].
  TypeEntry varied() {
    varied = true;
    return this;
  }

  /// Whether a value may be another variant than this one.
  boolean isVaried() {
    return varied;
  }

  /// How containers are taken apart that are nothing but the rows of a table; null of any other.
  public @Nullable ContainerKind writtenKind(Shape.Table table) {
    return codec() instanceof RowsCodec rows ? fitting(rows.writtenKind(), table) : null;
  }

  /// How the rows of a table become a container; null if it is more than its rows.
  public @Nullable ContainerKind readKind(Shape.Table table) {
    return codec() instanceof RowsCodec rows ? fitting(rows.readKind(table), table) : null;
  }

  private static @Nullable ContainerKind fitting(@Nullable ContainerKind kind, Shape.Table table) {
    return kind != null && kind.columns() == table.columns().size() ? kind : null;
  }

  /// What becomes of a class that is not known here; null of a known one.
  public @Nullable UnknownClass asUnknown() {
    return unknown && codec() instanceof UnknownClass unknownClass ? unknownClass : null;
  }

  /// The same, where those who read will find it.
  public Schema publishedSchema(OwnSchemas schemas) {
    Schema made = schema(schemas);
    if (!published) {
      schemas.publish(made);
      published = true;
    }
    return made;
  }

  /// What payloads with such a root tell of their classes.
  public Schema schema(OwnSchemas schemas) {
    Schema made = schema;
    if (made == null) {
      made = schemas.of(this);
      schema = made;
    }
    return made;
  }

  /// Whether it is a class of a writer's that is not known here.
  public boolean isUnknown() {
    return unknown;
  }

  public Class<?> type() {
    return type;
  }

  /// Which payloads with such a root go by way of an array between native memory and objects.
  public StagedSizes stagedSizes() {
    return stagedSizes;
  }

  /// About how many bytes payloads with such a root took that outgrew the memory they were written
  /// to; zero if there was none.
  public int expectedBytes() {
    return expectedBytes;
  }

  /// Notes how many bytes a payload took that had outgrown its memory. Larger ones count at once,
  /// smaller ones little by little.
  public void tookBytes(long bytes) {
    long before = expectedBytes;
    long some = Math.max(bytes + (bytes >> 3), before - (before >> 3));
    expectedBytes = (int) Math.min(some, Integer.MAX_VALUE);
  }

  public int id() {
    return id;
  }

  public int fingerprint() {
    return fingerprint;
  }

  /// Whether a value may be of a class below the type, one that only the value itself tells.
  public boolean isPlural() {
    return plural;
  }

  /// Whether a value of this entry can be what is expected; of a plural one, [#check] tells.
  public boolean mayBe(Class<?> expected) {
    return unknown
        || expected.isAssignableFrom(type)
        || (plural && (expected.isInterface() || type.isAssignableFrom(expected)));
  }

  /// That a value read is what is expected, where [#mayBe] could not know.
  public void check(@Nullable Object value, Class<?> expected, long position) {
    if (plural && value != null && !expected.isInstance(value)) {
      throw Failures.typeMismatch(value.getClass(), expected, position);
    }
  }

  /// The four bytes before a value whose class its declaration does not tell: the id below, the low
  /// half of the fingerprint above.
  public int reference() {
    return fingerprint << ID_BITS | id;
  }

  static int idOf(int reference) {
    return reference & ID_MASK;
  }

  /// The codec; made once, whoever comes first.
  public ObjectCodec codec() {
    ObjectCodec made = codec;
    if (made == null) {
      made = maker.get();
      codec = made;
    }
    return made instanceof AdaptiveCodec adaptive && adaptive.isCompiled() ? linked(made) : made;
  }

  /// How its values are written and read, of a [leaf entry][TypeRegistry#leafEntry].
  public Leaf leaf() {
    return ((LeafCodec) codec()).leaf();
  }

  /// The codec as generated code links to it: what is compiled sooner or later is compiled now.
  ObjectCodec linked() {
    return linked(codec());
  }

  private ObjectCodec linked(ObjectCodec made) {
    if (made instanceof AdaptiveCodec adaptive) {
      ObjectCodec compiled = adaptive.compiled();
      codec = compiled;
      return compiled;
    }
    return made;
  }
}
