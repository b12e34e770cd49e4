// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.Once;
import dev.segue.serializer.internal.registry.Ready;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Configures and builds a [Serializer]. A builder is not thread-safe; the serializers it builds
/// are.
///
/// Each registered class has an id in payloads, which must be the same for the writer and the
/// reader. [#register(Class, int)] or a [TypeId] sets the id of a class. All other classes get the
/// lowest free ids, from zero, in the order of registration. Since [#build] assigns ids, the order
/// of calls with and without an id does not matter. Registering a class again has no effect, by any
/// method, unless the call states an id: then a class without an id gets this id, and the call
/// fails if the class has another id.
///
/// Every method throws a [NullPointerException] with the parameter's name if an argument is null.
public final class SerializerBuilder extends RegisteringBuilder {

  /// The largest valid id of a class.
  public static final int MAX_ID = TypeIds.MAX_ID;

  SerializerBuilder() {}

  /// Passes this builder to a function. This keeps registrations and options that belong together
  /// in one place: `builder.apply(Orders::configure)`.
  ///
  /// @param configuration calls methods of the builder
  /// @return this builder
  public SerializerBuilder apply(Consumer<? super SerializerBuilder> configuration) {
    Objects.requireNonNull(configuration, "configuration").accept(this);
    return this;
  }

  /// Sets whether code is generated to write and read objects.
  ///
  /// @param execution [Execution#AUTO] by default
  /// @return this builder
  public SerializerBuilder execution(Execution execution) {
    options.execution = Objects.requireNonNull(execution, "execution");
    return this;
  }

  /// Limits the nesting depth of objects and containers, for writing and reading. Without
  /// [references][#references], a graph with a cycle fails at this depth.
  ///
  /// @param maxDepth the number of levels, 192 by default
  /// @return this builder
  /// @throws IllegalArgumentException if the number is not positive
  public SerializerBuilder maxDepth(int maxDepth) {
    options.maxDepth = requirePositive(maxDepth, "maxDepth");
    return this;
  }

  /// Sets whether a repeated object is written as a reference to its first occurrence. Shared
  /// objects are then read as shared, and cycles are allowed. Hashed and sorted containers on a
  /// cycle are filled once their keys are complete. Strings, boxes, dates and other plain values
  /// are not tracked, nor are empty arrays of primitives. Every other object costs a lookup. A
  /// payload written with references can only be read with them.
  ///
  /// @param references off by default
  /// @return this builder
  public SerializerBuilder references(boolean references) {
    options.payloads.references(references);
    return this;
  }

  /// Sets strict limits for payloads from untrusted peers: [#maxDepth] 64, [#maxAllocation] 64 MiB,
  /// and [#maxCollidingKeys] 1,000. The work on keys that a payload may cause is a sixteenth of the
  /// default. A limit that is set explicitly, before or after this call, takes precedence. For
  /// streams, also pass a `maxPayloadBytes` to [Serializer#reader(java.io.InputStream, int)].
  ///
  /// @return this builder
  public SerializerBuilder untrusted() {
    options.isUntrusted = true;
    return this;
  }

  /// Limits the memory that reading one payload may allocate, by an estimate of the heap size of
  /// objects, strings, arrays and collections.
  ///
  /// By default, a payload may allocate 64 times its length and 16 MiB. Enforcing this needs no
  /// counting of objects, since the format cannot express more; only `EnumMap`s can, and these are
  /// counted. Memory that constructors of your classes allocate is not included.
  ///
  /// @param maxBytes the limit in bytes, which replaces the default; [Long#MAX_VALUE] for none
  /// @return this builder
  /// @throws IllegalArgumentException if the limit is not positive
  public SerializerBuilder maxAllocation(long maxBytes) {
    options.maxAllocationBytes = requirePositive(maxBytes, "maxBytes");
    return this;
  }

  /// Limits the number of colliding keys in one hashed set or map. Filling a container whose keys
  /// all collide takes time proportional to the square of their number. A container above the limit
  /// is refused when it is read and when it is written, so use the same limit on both sides.
  ///
  /// By default, any number of keys may collide, but the work of hashing and comparing the keys of
  /// a payload is limited: to about a quarter of a second, and as much again for each MiB of the
  /// payload. Reading a payload fails when it exceeds this limit, which suffices for thousands of
  /// colliding keys. Setting a limit here also allows the work of that many colliding keys.
  ///
  /// Keys collide if they have the same hash code. Keys of one class that is [Comparable] to
  /// itself, such as strings, numbers and `UUID`s, do not collide, since most hash tables keep them
  /// in trees. Other tables have no trees: in [java.util.Hashtable], [java.util.WeakHashMap] and
  /// immutable sets and maps, all keys in the same bucket collide; in a
  /// [java.util.concurrent.CopyOnWriteArraySet], all elements do.
  ///
  /// @param maxKeys the limit; [Integer#MAX_VALUE] for no limit on keys or work
  /// @return this builder
  /// @throws IllegalArgumentException if the limit is not positive
  public SerializerBuilder maxCollidingKeys(int maxKeys) {
    options.maxCollidingKeys = requirePositive(maxKeys, "maxKeys");
    return this;
  }

  /// Sets whether keys of a map, or elements of a set, are merged if they were different when
  /// written but are equal when read. The last value wins. By default, such keys are an error. Keys
  /// become equal if the state that distinguishes them is not read: a field that the class no
  /// longer has, an enum constant that is read as another one, or a field that is transient or
  /// [Ignored].
  ///
  /// Only the reader needs this option. A list that is read as a set may always contain duplicates.
  ///
  /// @param mergeEqualKeys off by default
  /// @return this builder
  public SerializerBuilder mergeEqualKeys(boolean mergeEqualKeys) {
    options.payloads.equalKeys(mergeEqualKeys ? EqualKeys.Rule.MERGED : EqualKeys.Rule.OWN);
    return this;
  }

  /// Sets whether `int` and `long` fields, boxed or not, are encoded with variable length instead
  /// of four and eight bytes. Payloads become smaller, but take longer to write and read;
  /// compressing payloads is more effective. Elements of arrays and collections keep their width.
  /// Writer and reader must use the same setting.
  ///
  /// @param compactNumbers off by default
  /// @return this builder
  public SerializerBuilder compactNumbers(boolean compactNumbers) {
    options.payloads.compactNumbers(compactNumbers);
    return this;
  }

  /// Sets the encoding of strings with characters beyond Latin-1. Every serializer reads all
  /// encodings.
  ///
  /// @param encoding [StringEncoding#UTF_16] by default, which is the fastest
  /// @return this builder
  public SerializerBuilder stringEncoding(StringEncoding encoding) {
    options.payloads.utf8(Objects.requireNonNull(encoding, "encoding") == StringEncoding.UTF_8);
    return this;
  }

  /// Sets whether readers may have other versions of the writer's classes.
  ///
  /// In [SchemaMode#COMPATIBLE], each payload ends with its writer's schema, a few hundred bytes,
  /// unless a [schema registry][#schemaRegistry] holds it or a [PayloadWriter] has written it
  /// before. A reader with other versions of the classes generates code for each schema once, and
  /// then reads its payloads as fast as payloads of its own schema. Reading never changes what a
  /// serializer writes. Payloads without a schema can also be read if the versions are the same.
  ///
  /// @param mode [SchemaMode#CONSISTENT] by default, or [SchemaMode#COMPATIBLE] if there is a
  ///   [#schemaRegistry] or a [rule][#allow]
  /// @return this builder
  public SerializerBuilder schemaMode(SchemaMode mode) {
    options.schemaMode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /// Stores schemas in a registry instead of the payloads, which then carry a reference of twelve
  /// bytes. Makes [SchemaMode#COMPATIBLE] the default.
  ///
  /// @param registry the registry that writers and readers share, or one with the same schemas
  /// @return this builder
  public SerializerBuilder schemaRegistry(SchemaRegistry registry) {
    options.schemaRegistry = Objects.requireNonNull(registry, "registry");
    return this;
  }

  /// Sets the handling of objects and enum constants that the writer knew and the reader does not,
  /// in [SchemaMode#COMPATIBLE].
  ///
  /// @param unknownTypes [UnknownTypes#FAIL] by default
  /// @return this builder
  public SerializerBuilder unknownTypes(UnknownTypes unknownTypes) {
    options.unknownTypes = Objects.requireNonNull(unknownTypes, "unknownTypes");
    return this;
  }

  /// Sets whether values of the type `MemorySegment` are read as read-only slices of the source
  /// instead of copies. A slice is valid as long as the source: after its arena is closed, the
  /// slice throws [IllegalStateException]; in a confined arena, only its thread may use the slice.
  /// Later changes to the source are visible in the slice. If the source cannot be sliced (a
  /// stream, a [copy][Serializer#copy], or a heap segment that is not backed by a `byte[]`), the
  /// value is a copy, or a slice of a copy of the payload.
  ///
  /// @param sliceSegments off by default
  /// @return this builder
  public SerializerBuilder sliceSegments(boolean sliceSegments) {
    options.payloads.slicesSegments(sliceSegments);
    return this;
  }

  /// Sets whether values of the type [java.nio.ByteBuffer] are read as read-only views of the
  /// source instead of copies. Position, limit and byte order are preserved. The lifetime and
  /// thread rules described at [#sliceSegments] apply to these buffers as well.
  ///
  /// @param sliceBuffers off by default
  /// @return this builder
  public SerializerBuilder sliceBuffers(boolean sliceBuffers) {
    options.payloads.slicesBuffers(sliceBuffers);
    return this;
  }

  /// Enables out-of-band segments: large contents are passed beside the payload as segments,
  /// without a copy. These are the contents of arrays of primitives (except `boolean`),
  /// [java.nio.ByteBuffer] and [java.lang.foreign.MemorySegment], in payloads written by
  /// [Serializer#write(Object, java.lang.foreign.MemorySegment, long,
  /// java.util.function.Consumer)]. The reader needs this option, too, with any threshold. Other
  /// payloads do not change, but arrays of primitives take a little longer to write and read.
  ///
  /// @param minBytes the size of the smallest content to pass out of band, in bytes; smaller
  ///   contents stay in the payload
  /// @return this builder
  /// @throws IllegalArgumentException if the size is not positive
  public SerializerBuilder outOfBandThreshold(int minBytes) {
    options.payloads.outOfBandBytes(requirePositive(minBytes, "minBytes"));
    return this;
  }

  private static int requirePositive(int value, String name) {
    return (int) requirePositive((long) value, name);
  }

  private static long requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + "=" + value + " is not positive");
    }
    return value;
  }

  /// Builds a serializer. This examines the registered classes; code for a class is generated when
  /// the class is used, see [Execution].
  ///
  /// The builder can be used again: later calls affect only serializers that are built later.
  ///
  /// @return a new serializer, immutable except that it remembers the classes that [rules][#allow]
  ///   have allowed
  /// @throws SerializationException if a class cannot be serialized or accessed
  /// @throws IllegalStateException if options contradict each other; the message names both
  public Serializer build() {
    options.requireConsistent();
    registrations.requireConsistent();
    Options forPayloads = options.forPayloads();
    if (registrations.beginTrial()) {
      Assembly trial = new Assembly(registrations, forPayloads, options.execution);
      registrations.skipRefused(trial::refusal);
    }
    Assembly assembly = new Assembly(registrations, forPayloads, options.execution);
    int maxDepth = options.effectiveMaxDepth();
    SchemaCache schemas =
        options.isCompatible() || options.allowsByRule
            ? SchemaAssembly.cache(options, assembly)
            : null;
    assembly.assemble(
        schemas == null ? new Once<>(new NoSchemas(maxDepth, assembly)) : new Ready<>(schemas));
    Payload payload =
        schemas == null
            ? new Payload(assembly.registry(), maxDepth)
            : SchemaAssembly.payload(assembly, maxDepth, schemas);
    return new Serializer(assembly, schemas, payload, options.describe());
  }

  private record NoSchemas(int maxDepth, Assembly assembly) implements Supplier<SchemaCache> {

    @Override
    public SchemaCache get() {
      return SchemaAssembly.empty(maxDepth, assembly);
    }
  }
}
