// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.discovery.PackageScan;
import dev.segue.serializer.evolution.SchemaCache;
import dev.segue.serializer.exec.Options;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.inspect.Known;
import dev.segue.serializer.model.ClassModels;
import dev.segue.serializer.model.Shape;
import dev.segue.serializer.model.Shapes;
import dev.segue.serializer.view.ViewFactories;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Gathers what a serializer may meet. Not safe for several threads; what it builds is.
public final class SerializerBuilder {

  /// The largest number that a class can have.
  public static final int MAX_ID = TypeRegistry.ID_LIMIT - TypeRegistry.FIRST_USER_ID - 1;

  static final int DEFAULT_MAX_DEPTH = 192;

  private final Registrations registrations = new Registrations();
  private final Map<Class<?>, TypeCodec<?, ?>> codecs = new HashMap<>();
  private final Set<Class<?>> serializable = new HashSet<>();
  private final Set<Class<?>> skippingTransients = new HashSet<>();
  private Execution execution = Execution.COMPILED;
  private int maxDepth = DEFAULT_MAX_DEPTH;
  private boolean references;
  private long maxAllocationBytes = Options.UNBOUNDED;
  private boolean compactNumbers;
  private boolean utf8;
  private SchemaMode schemaMode = SchemaMode.CONSISTENT;
  private UnknownTypes unknownTypes = UnknownTypes.FAIL;
  private @Nullable SchemaRegistry schemaRegistry;
  private boolean sliceSegments;
  private boolean sliceBuffers;
  private int outOfBandBytes = Options.IN_BAND;
  private int maxCollidingKeys = Options.ANY_NUMBER;

  SerializerBuilder() {}

  /// Registers classes: beans, records and enums whose objects may be written, and made when a
  /// payload is read. Enums need registration only where a field's declared type does not name
  /// them.
  ///
  /// Each class has a number on the wire, the same on both sides. It is that of its [TypeId] or of
  /// [#register(Class, int)], if there is one. The other classes get the lowest numbers that are
  /// then free, from zero, in the order of registration; they are given out by [#build], so that it
  /// does not matter whether a number is claimed before or after.
  ///
  /// Registering a class again changes nothing, so that lists of classes may overlap; what
  /// [#registerSerializable] or a [TypeCodec] says of it goes before this, in either order.
  ///
  /// @param types the classes
  /// @return this
  /// @throws SerializationException if a class can never be serialized; the message says why
  /// @throws IllegalArgumentException if the number of a class is another's
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder register(Class<?>... types) {
    for (Class<?> type : types) {
      ClassModels.requireSerializable(Objects.requireNonNull(type, "type"));
      registrations.add(type);
    }
    return this;
  }

  /// Registers a class with a number of the caller's choice. Registering it again with the same
  /// number, or without one, changes nothing; a class that had no number has this one from then on.
  ///
  /// @param type the class, as for [#register(Class[])]
  /// @param id its number, from 0 to [#MAX_ID]; small ones cost less memory
  /// @return this
  /// @throws SerializationException if the class can never be serialized; the message says why
  /// @throws IllegalArgumentException if the class has another number already, or the number
  ///   another class
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder register(Class<?> type, int id) {
    ClassModels.requireSerializable(Objects.requireNonNull(type, "type"));
    registrations.add(type, id);
    return this;
  }

  /// Registers classes whose format only their `writeObject` and `readObject` define: their
  /// objects, with all that they refer to, are written by Java's own serialization, inside the
  /// payload. It is slow, and its bytes are large; a [TypeCodec] is better where one can be
  /// written.
  ///
  /// Only classes registered this way are let in, and serializable ones of `java.lang`,
  /// `java.math`, `java.time`, `java.util`, `java.util.concurrent`, and its `atomic` and `locks`,
  /// with bounds on depth, references and arrays. Anything else that such an object refers to is an
  /// error when it is written, which names all these classes, and again when it is read. Other
  /// serializable classes of the JDK may be named here to be let in; they are not registered by
  /// that, and have no number.
  ///
  /// Still, what these classes do when they are read is theirs: register none for payloads of
  /// strangers that was not made for it. References between such an object and the rest of the
  /// graph are not kept.
  ///
  /// @param types the classes, each [java.io.Serializable]
  /// @return this
  /// @throws IllegalArgumentException if a class is not serializable, or has a codec
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder registerSerializable(Class<?>... types) {
    for (Class<?> type : types) {
      if (!Serializable.class.isAssignableFrom(type) || type.isEnum() || type.isArray()) {
        throw new IllegalArgumentException(type.getName() + " is no serializable class");
      }
      requireOneKind(type, codecs.containsKey(type));
      if (ClassModels.isJdk(type)) {
        registrations.requireOpen(type);
      } else {
        ClassModels.requireSerializable(type);
        registrations.add(type);
      }
      serializable.add(type);
    }
    return this;
  }

  /// Says of registered classes that their transient fields need not be kept: caches, locks and the
  /// like. Needed only for classes with transient fields and a `writeObject` or `readObject` of
  /// their own, which [#build] refuses otherwise, since such methods often keep what these fields
  /// hold. They are not called; on reading, transient fields are what the constructor without
  /// parameters makes them, or zero and null where there is none.
  ///
  /// @param types the classes, each registered before or after this
  /// @return this
  public SerializerBuilder skipTransientFields(Class<?>... types) {
    for (Class<?> type : types) {
      skippingTransients.add(Objects.requireNonNull(type, "type"));
    }
    return this;
  }

  /// Registers types with codecs of the caller's own. They have numbers on the wire as registered
  /// classes have, in the same order of registration. A codec is used wherever a value of its type
  /// is met, also in place of what is known of a type of the JDK.
  ///
  /// Registering the same codec again changes nothing. A class that is registered without a codec
  /// as well, before or after, keeps its number and has this codec.
  ///
  /// @param typeCodecs the codecs
  /// @return this
  /// @throws IllegalArgumentException if a type has another codec, or is registered by
  ///   [#registerSerializable], or is one that codecs are not for: primitives, boxes, strings,
  ///   enums, arrays, `Optional`, and the plain, sorted and enum collections and maps
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder register(TypeCodec<?, ?>... typeCodecs) {
    for (TypeCodec<?, ?> codec : typeCodecs) {
      if (!(new Shapes(Set.of()).of(codec.type()) instanceof Shape.Any)
          || Shapes.usualClass(codec.type()) != null) {
        throw new IllegalArgumentException(
            codec.type().getName() + " has its own place on the wire, and can have no codec");
      }
      TypeCodec<?, ?> earlier = codecs.get(codec.type());
      requireOneKind(
          codec.type(),
          serializable.contains(codec.type()) || (earlier != null && !earlier.equals(codec)));
      registrations.add(codec.type());
      codecs.put(codec.type(), codec);
    }
    return this;
  }

  private void requireOneKind(Class<?> type, boolean isTaken) {
    if (isTaken) {
      throw new IllegalArgumentException(
          "%s is registered already, %s; remove one of the two"
              .formatted(
                  type.getName(),
                  codecs.containsKey(type) ? "with a codec" : "by registerSerializable"));
    }
  }

  /// Registers the classes of a package, see [#registerPackage(Class, Predicate)].
  ///
  /// @param member a class in it, which says which class loader and module it is of
  /// @return this
  /// @throws IllegalArgumentException if the package cannot be listed, or a class not be loaded
  public SerializerBuilder registerPackage(Class<?> member) {
    return registerPackage(member, _ -> true);
  }

  /// Registers classes of a package, in the order of their binary names: all that have instances of
  /// their own and are not anonymous, local or inner, without those of packages below. Classes that
  /// are registered already keep their numbers.
  ///
  /// Since numbers follow the order of names, both sides must find the same classes: a class that
  /// only one of them has shifts the numbers of those behind it. That is an error when a payload is
  /// read, never garbage; where the two sides may differ, use [TypeId].
  ///
  /// @param member a class in it, which says which class loader and module it is of
  /// @param filter which of the classes to take
  /// @return this
  /// @throws SerializationException if one can never be serialized; the filter can leave it out
  /// @throws IllegalArgumentException if the package cannot be listed, or a class not be loaded
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder registerPackage(Class<?> member, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(member, "member");
    return registerAll(member.getPackageName(), () -> PackageScan.around(member), filter);
  }

  /// Registers classes of a package that is known by name, see [#registerPackage(Class,
  /// Predicate)].
  ///
  /// @param name the package
  /// @param loader the class loader that sees it. In jars that have no entries for directories
  ///   nothing is found this way
  /// @param filter which of the classes to take
  /// @return this
  /// @throws SerializationException if one can never be serialized; the filter can leave it out
  /// @throws IllegalArgumentException if no class is found, the package cannot be listed, or a
  ///   class not be loaded
  /// @throws IllegalStateException if this comes after [#build]
  public SerializerBuilder registerPackage(
      String name, ClassLoader loader, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(loader, "loader");
    return registerAll(name, () -> PackageScan.of(name, loader), filter);
  }

  private interface Scan {
    List<Class<?>> classes() throws IOException, ClassNotFoundException;
  }

  private SerializerBuilder registerAll(
      String packageName, Scan scan, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(filter, "filter");
    List<Class<?>> types;
    try {
      types = scan.classes();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalArgumentException(
          "cannot register the package " + packageName + ": " + e, e);
    }
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          "no classes to register are found in the package " + packageName);
    }
    for (Class<?> type : types) {
      if (!registrations.contains(type) && filter.test(type)) {
        register(type);
      }
    }
    return this;
  }

  /// Sets how plans are executed.
  ///
  /// @param execution compiled by default
  /// @return this
  public SerializerBuilder execution(Execution execution) {
    this.execution = Objects.requireNonNull(execution, "execution");
    return this;
  }

  /// Sets how many levels of objects and lists may be nested, when writing and when reading. A
  /// graph with a cycle fails at this depth.
  ///
  /// @param maxDepth 192 by default
  /// @return this
  /// @throws IllegalArgumentException if not positive
  public SerializerBuilder maxDepth(int maxDepth) {
    if (maxDepth <= 0) {
      throw new IllegalArgumentException("maxDepth=" + maxDepth);
    }
    this.maxDepth = maxDepth;
    return this;
  }

  /// Sets whether an object that is met again is written as a reference to where it stands, so that
  /// shared objects come back shared, and cycles are no error. Hashed and sorted containers on a
  /// cycle are filled once their keys are complete. Strings, boxes, dates and other plain values
  /// are not tracked, nor are arrays without elements. Costs a look at every object; off by
  /// default. A payload written with references is read only by a serializer with them.
  ///
  /// @param references off by default
  /// @return this
  public SerializerBuilder references(boolean references) {
    this.references = references;
    return this;
  }

  /// Bounds how much reading one payload may allocate, by an estimate of what objects, strings,
  /// arrays and collections take on the heap. Even without this, an allocation is never larger than
  /// a multiple of the bytes that are there.
  ///
  /// @param bytes no bound by default
  /// @return this
  /// @throws IllegalArgumentException if not positive
  public SerializerBuilder maxAllocation(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("bytes=" + bytes);
    }
    this.maxAllocationBytes = bytes;
    return this;
  }

  /// Bounds how many keys of one hashed set or map may collide. Filling a container whose keys all
  /// collide takes time by the square of their number, when it is read as when it was made. Set a
  /// bound, say 1,000, for untrusted input. A container above it is refused when it is read, and
  /// also when it is written: give both sides the same bound.
  ///
  /// Keys collide if they have the same hash code. Keys of one class that is [Comparable] to itself
  /// do not, such as strings, numbers and `UUID`s: hash tables keep them in trees. Some tables do
  /// not: in [java.util.Hashtable], [java.util.WeakHashMap] and immutable sets and maps, keys of
  /// any class collide that fall on the same place; in a
  /// [java.util.concurrent.CopyOnWriteArraySet], all elements do.
  ///
  /// @param keys no bound by default: whatever was written is read
  /// @return this
  /// @throws IllegalArgumentException if not positive
  public SerializerBuilder maxCollidingKeys(int keys) {
    if (keys <= 0) {
      throw new IllegalArgumentException("keys=" + keys);
    }
    this.maxCollidingKeys = keys;
    return this;
  }

  /// Sets whether `int` and `long` fields, boxed or not, take as many bytes as their value needs
  /// instead of four and eight. Smaller payloads, more work: a compressor behind it does better.
  /// Arrays and collections keep their widths. Writer and reader must agree.
  ///
  /// @param compactNumbers off by default
  /// @return this
  public SerializerBuilder compactNumbers(boolean compactNumbers) {
    this.compactNumbers = compactNumbers;
    return this;
  }

  /// Sets how strings are encoded that have characters beyond Latin-1. Every serializer reads all
  /// encodings.
  ///
  /// @param encoding UTF-16 by default, which is fastest
  /// @return this
  public SerializerBuilder stringEncoding(StringEncoding encoding) {
    this.utf8 = encoding == StringEncoding.UTF_8;
    return this;
  }

  /// Sets what payloads tell of the classes that they hold.
  ///
  /// In [SchemaMode#COMPATIBLE] each payload ends in its writer's schema, a few hundred bytes,
  /// unless a [schema registry][#schemaRegistry] holds it or an [ObjectWriter] has told it before.
  /// A reader that has other versions of the classes plans and compiles once how that schema's
  /// payloads are read, and reads them as fast as its own; how it writes is never touched by it.
  /// Payloads without a schema are read too, if the versions are the same.
  ///
  /// @param mode consistent by default
  /// @return this
  public SerializerBuilder schemaMode(SchemaMode mode) {
    this.schemaMode = Objects.requireNonNull(mode, "mode");
    return this;
  }

  /// Keeps schemas in a registry instead of the payloads, which then carry twelve bytes for it.
  /// Sets [SchemaMode#COMPATIBLE].
  ///
  /// @param registry the same for writers and readers, or one that shows the same schemas
  /// @return this
  public SerializerBuilder schemaRegistry(SchemaRegistry registry) {
    this.schemaRegistry = Objects.requireNonNull(registry, "registry");
    this.schemaMode = SchemaMode.COMPATIBLE;
    return this;
  }

  /// Sets what is read, in [SchemaMode#COMPATIBLE], of classes and enum constants that the writer
  /// knew and this side does not.
  ///
  /// @param unknownTypes an error by default
  /// @return this
  public SerializerBuilder unknownTypes(UnknownTypes unknownTypes) {
    this.unknownTypes = Objects.requireNonNull(unknownTypes, "unknownTypes");
    return this;
  }

  /// Sets whether values of the type `MemorySegment` are read as read-only slices of the source,
  /// instead of copies. A slice lives as long as the source: when its arena is closed, the slice
  /// throws [IllegalStateException]; in a confined arena only its thread may use it; and what is
  /// written to the source later is seen in it. Where there is no source to refer to (a stream, a
  /// [copy][Serializer#copy]), and of a source on the heap that is not of bytes, it is a slice of a
  /// copy of the payload, or a copy.
  ///
  /// @param sliceSegments off by default
  /// @return this
  public SerializerBuilder sliceSegments(boolean sliceSegments) {
    this.sliceSegments = sliceSegments;
    return this;
  }

  /// Sets whether values of the type [java.nio.ByteBuffer] are read as read-only views of the
  /// source, instead of copies: with position, limit and byte order as they were, and for as long
  /// as a slice lives that [#sliceSegments] makes, which says what goes for these, too.
  ///
  /// @param sliceBuffers off by default
  /// @return this
  public SerializerBuilder sliceBuffers(boolean sliceBuffers) {
    this.sliceBuffers = sliceBuffers;
    return this;
  }

  /// Allows payloads whose large contents travel beside them: those of arrays of primitives (but
  /// `boolean`), [java.nio.ByteBuffer] and [java.lang.foreign.MemorySegment], see
  /// [Serializer#write(Object, java.lang.foreign.MemorySegment, long,
  /// java.util.function.Consumer)]. Whoever reads them needs this option, too. Other payloads do
  /// not change; arrays of primitives cost some more to write and to read.
  ///
  /// @param leastBytes how many bytes a content must have; shorter ones stay in the payload
  /// @return this
  /// @throws IllegalArgumentException if not positive
  public SerializerBuilder outOfBand(int leastBytes) {
    if (leastBytes <= 0) {
      throw new IllegalArgumentException("leastBytes=" + leastBytes);
    }
    this.outOfBandBytes = leastBytes;
    return this;
  }

  /// Builds the serializer. Classes are examined now; code for them is generated when they are
  /// first met. No class can be registered afterwards; building once more is possible.
  ///
  /// @return an immutable serializer
  /// @throws SerializationException if a class cannot be serialized or reached
  public Serializer build() {
    Options options =
        new Options(references, maxAllocationBytes, compactNumbers, utf8)
            .withMemory(sliceSegments, sliceBuffers, outOfBandBytes)
            .withMaxCollidingKeys(maxCollidingKeys);
    Assembly assembly =
        new Assembly(
            registrations.ids(), codecs, serializable, skippingTransients, options, execution);
    SchemaCache schemas =
        new SchemaCache(
            UserTerms.settings(maxDepth, unknownTypes, schemaRegistry), assembly::addForeign);
    boolean compatible = schemaMode == SchemaMode.COMPATIBLE;
    Known known = assembly.assemble(schemas, compatible);
    registrations.close();
    Payload payload =
        compatible
            ? new Payload(known.registry(), maxDepth, schemas)
            : new Payload(known.registry(), maxDepth);
    if (compatible) {
      schemas.complete(assembly.locals(), payload);
    }
    ViewFactories views = ViewSurface.views(known, payload, execution);
    return new Serializer(known, payload, assembly.ids(), views, description());
  }

  private String description() {
    return "references=%b, compactNumbers=%b, schemaMode=%s, execution=%s, maxDepth=%d"
        .formatted(references, compactNumbers, schemaMode, execution, maxDepth);
  }
}
