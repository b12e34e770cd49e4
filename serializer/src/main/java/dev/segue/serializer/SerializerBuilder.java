// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.EqualKeys;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.discovery.PackageScan;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.Once;
import dev.segue.serializer.internal.registry.Ready;
import dev.segue.serializer.internal.view.ViewFactories;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
public final class SerializerBuilder {

  /// The largest valid id of a class.
  public static final int MAX_ID = TypeIds.MAX_ID;

  private final Registrations registrations = new Registrations();
  private final BuilderOptions options = new BuilderOptions();

  SerializerBuilder() {}

  /// Registers classes whose objects can be written and read: beans, records and enums. An enum
  /// that occurs only in fields that declare it needs no registration.
  ///
  /// A class that is also registered with a [TypeSurrogate] or by [#registerJavaSerialized],
  /// earlier or later, is written in that way.
  ///
  /// @param types the classes
  /// @return this builder
  /// @throws SerializationException if a class can never be serialized; the message says why
  /// @throws IllegalArgumentException if another class has the [TypeId] of one of the classes
  public SerializerBuilder register(Class<?>... types) {
    for (Class<?> type : types) {
      registrations.add(type);
    }
    return this;
  }

  /// Registers a class with an id, or sets the id of a class that was registered without one.
  ///
  /// @param type the class, as for [#register(Class[])]
  /// @param id its id, from 0 to [#MAX_ID]; small ids need less memory
  /// @return this builder
  /// @throws SerializationException if the class can never be serialized; the message says why
  /// @throws IllegalArgumentException if the class has another id already, or another class has
  ///   this id; the message names both
  public SerializerBuilder register(Class<?> type, int id) {
    registrations.add(type, id);
    return this;
  }

  /// Registers a sealed type and, recursively, its permitted subclasses, except types that cannot
  /// have instances. A type comes before its subclasses, which follow in the order of the `permits`
  /// clause.
  ///
  /// Subclasses of a `non-sealed` type are not found; register them separately.
  ///
  /// @param root a sealed interface or class
  /// @return this builder
  /// @throws SerializationException if a class can never be serialized; the message says why
  /// @throws IllegalArgumentException if the type is not sealed
  public SerializerBuilder registerSealed(Class<?> root) {
    registrations.addSealed(root);
    return this;
  }

  /// Registers classes and, recursively, all classes that their fields and record components
  /// declare: declared types, their type arguments, elements of arrays, and permitted subclasses of
  /// sealed types. An enum is registered only if no field names it as its declared type.
  ///
  /// The roots are registered first, in the given order, and then all other classes in the order of
  /// their binary names. When a field of a new type is added, ids may change: use [compatible
  /// mode][SchemaMode#COMPATIBLE] or a [TypeId] where the two sides can differ.
  ///
  /// Implementations of interfaces, and subclasses of types that are not sealed, are not found;
  /// register them separately. Nothing is registered for types of the JDK, static, transient and
  /// [Ignored] fields, and inner classes. Types that have a [TypeSurrogate] are represented by
  /// their surrogates, and the fields of classes that are [written by Java
  /// serialization][#registerJavaSerialized] are not followed: register those first.
  ///
  /// @param roots the classes to start from, as for [#register(Class[])], or sealed types
  /// @return this builder
  /// @throws SerializationException if a root can never be serialized; the message says why
  /// @throws IllegalArgumentException if a class refers to a class that cannot be loaded
  public SerializerBuilder registerReachable(Class<?>... roots) {
    registrations.addReachable(roots);
    return this;
  }

  /// Registers the classes that values of generic types can consist of, for example for the
  /// parameters and results of methods. These are the classes that a type names and, as with
  /// [#registerReachable(Class[])], all classes that their fields declare, in the order of their
  /// binary names.
  ///
  /// JDK types, primitives, `void` and abstract types are not registered, only followed to their
  /// type arguments and, for sealed types, to their permitted subclasses. Wildcards and type
  /// variables stand for their bounds.
  ///
  /// @param types types, for example from a [TypeRef] or
  ///   [java.lang.reflect.Method#getGenericReturnType]
  /// @return this builder
  /// @throws SerializationException if a class can never be serialized; the message says why
  /// @throws IllegalArgumentException if a class refers to a class that cannot be loaded
  public SerializerBuilder registerReachable(Type... types) {
    registrations.addReachable(types);
    return this;
  }

  /// Registers classes whose state only their own `writeObject` and `readObject` methods can
  /// handle. Their objects, and everything reachable from them, are written with Java
  /// serialization, embedded in the payload. It is slow and its bytes are large: prefer a
  /// [TypeSurrogate] where you can write one.
  ///
  /// Java serialization is limited to classes registered this way, registered enums, and
  /// serializable classes of `java.lang`, `java.math`, `java.time`, `java.util`,
  /// `java.util.concurrent`, `java.util.concurrent.atomic` and `java.util.concurrent.locks`. Depth,
  /// references and arrays are bounded. Writing or reading an object of any other class is an
  /// error; when writing, the message names all such classes. To allow other serializable classes
  /// of the JDK, name them here; this does not register them, and they have no id.
  ///
  /// These classes still run their own code when they are read. If payloads may come from untrusted
  /// sources, register only classes that were written with that in mind. References between such an
  /// object and the rest of the graph are not preserved.
  ///
  /// @param types the classes, each [java.io.Serializable]
  /// @return this builder
  /// @throws IllegalArgumentException if a class is not serializable, or has a [TypeSurrogate]
  public SerializerBuilder registerJavaSerialized(Class<?>... types) {
    for (Class<?> type : types) {
      registrations.addJavaSerialized(type);
    }
    return this;
  }

  /// Registers a class as [#registerJavaSerialized(Class[])] does, with an id.
  ///
  /// @param type the class, [java.io.Serializable] and not of the JDK
  /// @param id its id, from 0 to [#MAX_ID]
  /// @return this builder
  /// @throws IllegalArgumentException if the class is not serializable, is of the JDK, or has a
  ///   [TypeSurrogate]; or if it has another id already, or another class has this id
  public SerializerBuilder registerJavaSerialized(Class<?> type, int id) {
    registrations.addJavaSerialized(type, id);
    return this;
  }

  /// Declares that the transient fields of registered classes need not be preserved, such as caches
  /// and locks. [#build] requires this declaration, or another way to write the class, for a class
  /// that has both transient fields and its own `writeObject` or `readObject`, since such methods
  /// often preserve these fields. The methods are not called. When an object is read, its transient
  /// fields have the values that the constructor without parameters assigns, or zero, false or null
  /// without such a constructor.
  ///
  /// @param types the classes, each registered earlier or later
  /// @return this builder
  public SerializerBuilder skipTransientFields(Class<?>... types) {
    for (Class<?> type : types) {
      registrations.skipTransientFields(type);
    }
    return this;
  }

  /// Registers types that are written as surrogates. A surrogate is used wherever a value of its
  /// type occurs, and takes precedence over the serializer's own format for a type of the JDK.
  ///
  /// The type gets an id like any registered class. The surrogate's class gets the next one, as if
  /// it were registered right after the type, unless it needs no registration (a type of the JDK),
  /// is an array, or cannot have instances: then register the classes that the surrogates consist
  /// of.
  ///
  /// @param surrogates the surrogates
  /// @return this builder
  /// @throws SerializationException if the class of a surrogate can never be serialized
  /// @throws IllegalArgumentException if a type has another surrogate, is registered by
  ///   [#registerJavaSerialized], or cannot have one: primitives, boxes, strings, enums, arrays,
  ///   `Optional`, and the plain, sorted and enum collections and maps
  public SerializerBuilder register(TypeSurrogate<?, ?>... surrogates) {
    for (TypeSurrogate<?, ?> surrogate : surrogates) {
      registrations.add(surrogate);
    }
    return this;
  }

  /// Registers a type that is written as surrogates, as [#register(TypeSurrogate[])] does, with an
  /// id for the type. To choose the id of the surrogate's class, register that class with an id,
  /// too.
  ///
  /// @param surrogate the surrogate
  /// @param id the id of its type, from 0 to [#MAX_ID]
  /// @return this builder
  /// @throws SerializationException if the class of the surrogate can never be serialized
  /// @throws IllegalArgumentException as for [#register(TypeSurrogate[])]; or if the type has
  ///   another id already, or another class has this id
  public SerializerBuilder register(TypeSurrogate<?, ?> surrogate, int id) {
    registrations.add(surrogate, id);
    return this;
  }

  /// Registers the classes of a package, see [#registerPackageOf(Class, Predicate)].
  ///
  /// @param member a class in the package, whose class loader and module are used
  /// @return this builder
  /// @throws SerializationException if one of the classes can never be serialized
  /// @throws IllegalArgumentException if the package cannot be listed, or a class cannot be loaded
  public SerializerBuilder registerPackageOf(Class<?> member) {
    return registerPackageOf(member, _ -> true);
  }

  /// Registers the classes of a package that a filter accepts, in the order of their binary names:
  /// all classes that can have instances and are not anonymous, local or inner. Subpackages are not
  /// included. Classes that are already registered keep their ids.
  ///
  /// Since ids follow the order of names, both sides must find the same classes: a class that only
  /// one side has shifts the ids of the classes after it. Reading then fails rather than returning
  /// garbage. If the two sides may differ, use [TypeId].
  ///
  /// @param member a class in the package, whose class loader and module are used
  /// @param filter accepts the classes to register
  /// @return this builder
  /// @throws SerializationException if a class can never be serialized; the filter can reject it
  /// @throws IllegalArgumentException if the package cannot be listed, or a class cannot be loaded
  public SerializerBuilder registerPackageOf(Class<?> member, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(member, "member");
    registrations.addPackage(member.getPackageName(), () -> PackageScan.around(member), filter);
    return this;
  }

  /// Registers the classes of a package by its name, see [#registerPackageOf(Class, Predicate)].
  ///
  /// @param name the package
  /// @param loader the class loader to use; it does not find packages in jars without directory
  ///   entries
  /// @param filter accepts the classes to register
  /// @return this builder
  /// @throws SerializationException if a class can never be serialized; the filter can reject it
  /// @throws IllegalArgumentException if no class is found, the package cannot be listed, or a
  ///   class cannot be loaded
  public SerializerBuilder registerPackageOf(
      String name, ClassLoader loader, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(loader, "loader");
    registrations.addPackage(name, () -> PackageScan.of(name, loader), filter);
    return this;
  }

  /// Registers the classes of a package and of all its subpackages, in the order of their binary
  /// names: all classes that can have instances and are not anonymous, local or inner. They are
  /// found in folders, in jars with and without entries for directories, in jars within jars, and
  /// in modules of the boot layer. Classes that are already registered keep their ids.
  ///
  /// A class that cannot be loaded, for example because an optional library is missing, or that
  /// cannot be serialized, is skipped and reported to the options' listener; it does not make this
  /// method or [#build] fail.
  ///
  /// Only classes that may be sent should be registered: for input from untrusted peers, choose a
  /// package that has no other classes, or set a filter.
  ///
  /// Since ids follow the order of names, both sides must find the same classes, as for
  /// [#registerPackageOf(Class, Predicate)]; use [compatible mode][SchemaMode#COMPATIBLE] or
  /// [TypeId] if they may differ.
  ///
  /// @param name the package, such as `com.example.shop`
  /// @param loader the class loader to use
  /// @param packageOptions a filter and a listener, see [PackageOptions#defaults]
  /// @return this builder
  /// @throws IllegalArgumentException if no class is found, or a folder, jar or module cannot be
  ///   listed
  public SerializerBuilder registerPackages(
      String name, ClassLoader loader, PackageOptions packageOptions) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(packageOptions, "packageOptions");
    registrations.addPackages(name, loader, packageOptions);
    return this;
  }

  /// Allows classes by rules, so that they need not be registered: packages with their subpackages,
  /// or names that a predicate accepts. Makes [SchemaMode#COMPATIBLE] the default. In
  /// [SchemaMode#CONSISTENT], a payload with such classes ends with their names.
  ///
  /// A class that a rule allows becomes known when an object of it is first written. When a payload
  /// names a class that is not known, the rules decide by the name whether it is loaded. No other
  /// class is ever loaded, and none is initialized before a rule has allowed it. A class that can
  /// never be registered, such as the class of a lambda, cannot be allowed by a rule either.
  ///
  /// Registered classes, and types with a [TypeSurrogate], are written as without rules. The
  /// serializer keeps references to classes that have become known, as it does to registered ones.
  /// A renamed class is found by its [Alias] only if it is registered or already known.
  ///
  /// Allow packages of your application, never all classes: reading calls the constructors of
  /// classes, and the writer of a payload can choose any class that a rule allows.
  ///
  /// @param rules the rules; a class is allowed if at least one allows it
  /// @return this builder
  public SerializerBuilder allow(ClassRule... rules) {
    for (ClassRule rule : rules) {
      registrations.allow(rule);
      options.allowsByRule = true;
    }
    return this;
  }

  /// Writes the collections and maps of a library as plain JDK collections and maps, with the same
  /// content and order. This is for classes that also hold library state, such as the session that
  /// a Hibernate collection was loaded from. Reading returns an `ArrayList`, `LinkedHashSet`,
  /// `TreeSet`, `LinkedHashMap` or `TreeMap`, so fields must be declared as `List`, `Set` or `Map`,
  /// and the reader needs neither this call nor the library.
  ///
  /// Applies to objects that are also a [java.util.Collection] or [java.util.Map], and whose class
  /// is not registered. Writing iterates them, which may load their content.
  ///
  /// @param types classes or interfaces of the library; their subclasses are included
  /// @return this builder
  /// @throws IllegalArgumentException if a type is one of the JDK
  public SerializerBuilder plainContainers(Class<?>... types) {
    for (Class<?> type : types) {
      registrations.addPlainContainers(type);
    }
    return this;
  }

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
  /// By default, any number of keys may collide, but reading a payload fails when the work of
  /// hashing and comparing its keys, which is counted, exceeds what a payload of its length is
  /// allowed: about a quarter of a second, and as much again for each MiB. That suffices for
  /// thousands of colliding keys. Setting a limit also allows the work of that many colliding keys.
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
    return new Serializer(
        assembly,
        schemas,
        payload,
        new Once<>(new Views(assembly, payload, options.execution)),
        options.describe());
  }

  private record NoSchemas(int maxDepth, Assembly assembly) implements Supplier<SchemaCache> {

    @Override
    public SchemaCache get() {
      return SchemaAssembly.empty(maxDepth, assembly);
    }
  }

  /// Created for the first view, since most serializers have none.
  private record Views(Assembly assembly, Payload payload, Execution execution)
      implements Supplier<ViewFactories> {

    @Override
    public ViewFactories get() {
      return ViewAssembly.views(new Layouts(assembly::layout), payload, execution);
    }
  }
}
