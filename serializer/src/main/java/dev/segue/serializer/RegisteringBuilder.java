// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.discovery.PackageScan;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.function.Predicate;

/// The part of a [SerializerBuilder] that chooses classes: registers them, or allows them by rules.
abstract sealed class RegisteringBuilder permits SerializerBuilder {

  final Registrations registrations = new Registrations();
  final BuilderOptions options = new BuilderOptions();

  RegisteringBuilder() {}

  private SerializerBuilder self() {
    return (SerializerBuilder) this;
  }

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
    return self();
  }

  /// Registers a class with an id, or sets the id of a class that was registered without one.
  ///
  /// @param type the class, as for [#register(Class[])]
  /// @param id its id, from 0 to [SerializerBuilder#MAX_ID]; small ids need less memory
  /// @return this builder
  /// @throws SerializationException if the class can never be serialized; the message says why
  /// @throws IllegalArgumentException if the class has another id already, or another class has
  ///   this id; the message names both
  public SerializerBuilder register(Class<?> type, int id) {
    registrations.add(type, id);
    return self();
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
    return self();
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
    return self();
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
    return self();
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
    return self();
  }

  /// Registers a class as [#registerJavaSerialized(Class[])] does, with an id.
  ///
  /// @param type the class, [java.io.Serializable] and not of the JDK
  /// @param id its id, from 0 to [SerializerBuilder#MAX_ID]
  /// @return this builder
  /// @throws IllegalArgumentException if the class is not serializable, is of the JDK, or has a
  ///   [TypeSurrogate]; or if it has another id already, or another class has this id
  public SerializerBuilder registerJavaSerialized(Class<?> type, int id) {
    registrations.addJavaSerialized(type, id);
    return self();
  }

  /// Declares that the transient fields of registered classes need not be preserved, such as caches
  /// and locks. [SerializerBuilder#build] requires this declaration, or another way to write the
  /// class, for a class that has both transient fields and its own `writeObject` or `readObject`,
  /// since such methods often preserve these fields. The methods are not called. When an object is
  /// read, its transient fields have the values that the constructor without parameters assigns, or
  /// zero, false or null without such a constructor.
  ///
  /// @param types the classes, each registered earlier or later
  /// @return this builder
  public SerializerBuilder skipTransientFields(Class<?>... types) {
    for (Class<?> type : types) {
      registrations.skipTransientFields(type);
    }
    return self();
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
    return self();
  }

  /// Registers a type that is written as surrogates, as [#register(TypeSurrogate[])] does, with an
  /// id for the type. To choose the id of the surrogate's class, register that class with an id,
  /// too.
  ///
  /// @param surrogate the surrogate
  /// @param id the id of its type, from 0 to [SerializerBuilder#MAX_ID]
  /// @return this builder
  /// @throws SerializationException if the class of the surrogate can never be serialized
  /// @throws IllegalArgumentException as for [#register(TypeSurrogate[])]; or if the type has
  ///   another id already, or another class has this id
  public SerializerBuilder register(TypeSurrogate<?, ?> surrogate, int id) {
    registrations.add(surrogate, id);
    return self();
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
    return self();
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
    return self();
  }

  /// Registers the classes of a package and of all its subpackages, in the order of their binary
  /// names: all classes that can have instances and are not anonymous, local or inner. They are
  /// found in folders, in jars with and without entries for directories, in jars within jars, and
  /// in modules of the boot layer. Classes that are already registered keep their ids.
  ///
  /// A class that cannot be loaded, for example because an optional library is missing, or that
  /// cannot be serialized, is skipped and reported to the options' listener; it does not make this
  /// method or [SerializerBuilder#build] fail.
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
    return self();
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
    return self();
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
    return self();
  }
}
