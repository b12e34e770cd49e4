// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.discovery.ClassNames;
import dev.segue.serializer.internal.discovery.PackageScan;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.Fingerprint;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A builder's registered classes, with their ids and how each is written.
final class Registrations {

  private final TypeIds ids = new TypeIds();
  private final Map<Class<?>, TypeSurrogate<?, ?>> surrogates = new HashMap<>();
  private final Set<Class<?>> javaSerialized = new HashSet<>();
  private final Set<Class<?>> skippingTransients = new HashSet<>();

  private final List<ClassRule> rules = new ArrayList<>();
  private final Set<Class<?>> plainContainers = new LinkedHashSet<>();

  /// Classes that were found in packages; they are skipped if they cannot be serialized.
  private final Map<Class<?>, PackageOptions> optional = new HashMap<>();

  /// The skipped classes.
  private Set<Class<?>> refused = Set.of();

  /// The classes with their ids, in the order of registration.
  Map<Class<?>, Integer> ids() {
    return ids.assign(refused);
  }

  /// Starts examining the classes that were found in packages.
  ///
  /// @return whether there are any
  boolean beginTrial() {
    refused = Set.of();
    return !optional.isEmpty();
  }

  /// Skips and reports the classes of packages that cannot be serialized. Runs last, since the
  /// other registrations decide how a class is written.
  ///
  /// @param refusal why a class cannot be serialized; null if it can
  void skipRefused(Function<Class<?>, @Nullable Throwable> refusal) {
    Set<Class<?>> skipped = new HashSet<>();
    for (Class<?> type : ids().keySet()) {
      PackageOptions packages = optional.get(type);
      Throwable reason = packages == null ? null : refusal.apply(type);
      if (packages != null && reason != null) {
        skipped.add(type);
        packages.skip(type.getName(), reason);
      }
    }
    refused = skipped;
  }

  Map<Class<?>, TypeSurrogate<?, ?>> surrogates() {
    return Map.copyOf(surrogates);
  }

  Set<Class<?>> javaSerialized() {
    return Set.copyOf(javaSerialized);
  }

  Set<Class<?>> skippingTransients() {
    return Set.copyOf(skippingTransients);
  }

  void allow(ClassRule rule) {
    rules.add(Objects.requireNonNull(rule, "rule"));
  }

  List<ClassRule> rules() {
    return List.copyOf(rules);
  }

  void addPlainContainers(Class<?> type) {
    Objects.requireNonNull(type, "type");
    if (ClassModels.isJdk(type)) {
      throw new IllegalArgumentException(
          type.getTypeName()
              + " is a type of the JDK, whose collections and maps have formats of their own");
    }
    plainContainers.add(type);
  }

  Set<Class<?>> plainContainers() {
    return Set.copyOf(plainContainers);
  }

  void add(Class<?> type) {
    ClassModels.requireSerializable(Objects.requireNonNull(type, "type"));
    ids.add(type);
  }

  void add(Class<?> type, int id) {
    ClassModels.requireSerializable(Objects.requireNonNull(type, "type"));
    ids.add(type, id);
  }

  void addJavaSerialized(Class<?> type) {
    requireJavaSerializable(type);
    if (!ClassModels.isJdk(type)) {
      add(type);
    }
    javaSerialized.add(type);
  }

  void addJavaSerialized(Class<?> type, int id) {
    requireJavaSerializable(type);
    if (ClassModels.isJdk(type)) {
      throw new IllegalArgumentException(
          "%s is a class of the JDK, which has no id; use registerJavaSerialized without one"
              .formatted(type.getName()));
    }
    add(type, id);
    javaSerialized.add(type);
  }

  private void requireJavaSerializable(Class<?> type) {
    Objects.requireNonNull(type, "type");
    if (!Serializable.class.isAssignableFrom(type) || type.isEnum() || type.isArray()) {
      throw new IllegalArgumentException(
          "registerJavaSerialized takes classes that implement Serializable, and no enums or"
              + " arrays; this one is "
              + type.getTypeName());
    }
    requireOneForm(type, surrogates.containsKey(type));
  }

  void add(TypeSurrogate<?, ?> surrogate) {
    requireAllowed(surrogate);
    ids.add(surrogate.type());
    put(surrogate);
  }

  void add(TypeSurrogate<?, ?> surrogate, int id) {
    requireAllowed(surrogate);
    ids.add(surrogate.type(), id);
    put(surrogate);
  }

  private void requireAllowed(TypeSurrogate<?, ?> surrogate) {
    Class<?> type = Objects.requireNonNull(surrogate, "surrogate").type();
    if (!(new Shapes(Set.of()).of(type) instanceof Shape.Any) || Shapes.usualClass(type) != null) {
      throw new IllegalArgumentException(
          type.getTypeName()
              + " cannot have a TypeSurrogate: payloads have a fixed format for its values");
    }
    TypeSurrogate<?, ?> earlier = surrogates.get(type);
    requireOneForm(
        type, javaSerialized.contains(type) || (earlier != null && !earlier.equals(surrogate)));
    if (needsRegistration(surrogate.surrogate())) {
      ClassModels.requireSerializable(surrogate.surrogate());
    }
  }

  private void put(TypeSurrogate<?, ?> surrogate) {
    surrogates.put(surrogate.type(), surrogate);
    if (needsRegistration(surrogate.surrogate())) {
      ids.add(surrogate.surrogate());
    }
  }

  /// Whether the surrogate class can have instances, and is not built into every serializer.
  private static boolean needsRegistration(Class<?> surrogate) {
    return !surrogate.isPrimitive()
        && !surrogate.isArray()
        && !ClassModels.isJdk(surrogate)
        && !DeclaredClasses.isAbstract(surrogate);
  }

  private void requireOneForm(Class<?> type, boolean isTaken) {
    if (isTaken) {
      throw new IllegalArgumentException(
          "%s is registered already, %s; remove one of the two"
              .formatted(
                  type.getName(),
                  surrogates.containsKey(type)
                      ? "with a TypeSurrogate"
                      : "by registerJavaSerialized"));
    }
  }

  void addSealed(Class<?> root) {
    Objects.requireNonNull(root, "root");
    if (!root.isSealed() && !root.isEnum()) {
      throw new IllegalArgumentException(
          "%s is not sealed, so its subclasses are not known; register them with register(...)"
              .formatted(root.getName()));
    }
    DeclaredClasses.permittedBy(root).forEach(this::addUnlessThere);
  }

  /// Adds the roots that can have instances, then all other classes in the order of their names.
  void addReachable(Class<?>... roots) {
    for (Class<?> root : roots) {
      Objects.requireNonNull(root, "root");
      if (!root.isSealed() || !DeclaredClasses.isAbstract(root)) {
        addRoot(root);
      }
    }
    DeclaredClasses.reachableFrom(Arrays.asList(roots), this::writtenAs, ids::contains).stream()
        .sorted(Comparator.comparing(Class::getName))
        .forEach(this::addUnlessThere);
  }

  private void addRoot(Class<?> root) {
    try {
      addUnlessThere(root);
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "cannot find the classes that %s declares: %s".formatted(root.getName(), e), e);
    }
  }

  private void addUnlessThere(Class<?> type) {
    if (!ids.contains(type)) {
      add(type);
    }
  }

  /// The class whose fields are written for an object of a registered class; null if none are.
  private @Nullable Class<?> writtenAs(Class<?> type) {
    if (javaSerialized.contains(type)) {
      return null;
    }
    TypeSurrogate<?, ?> surrogate = surrogates.get(type);
    return surrogate == null ? type : surrogate.surrogate();
  }

  interface Scan {
    List<Class<?>> classes() throws IOException, ClassNotFoundException;
  }

  void addPackage(String name, Scan scan, Predicate<? super Class<?>> filter) {
    Objects.requireNonNull(filter, "filter");
    List<Class<?>> types;
    try {
      types = scan.classes();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalArgumentException("cannot register the package " + name + ": " + e, e);
    }
    if (types.isEmpty()) {
      throw new IllegalArgumentException("no classes to register in the package " + name);
    }
    types.stream().filter(type -> !ids.contains(type) && filter.test(type)).forEach(this::add);
  }

  /// Adds the classes of a package and of all its subpackages.
  void addPackages(String name, ClassLoader loader, PackageOptions packages) {
    Set<String> names;
    try {
      names = ClassNames.under(name, loader);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot list the package " + name + ": " + e, e);
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "no classes in the package %s or below it are visible to %s".formatted(name, loader));
    }
    for (String one : names) {
      try {
        Class<?> type = Class.forName(one, false, loader);
        if (PackageScan.hasInstances(type) && !ids.contains(type) && packages.accepts(type)) {
          ClassModels.requireSerializable(type);
          ids.add(type);
          optional.put(type, packages);
        }
      } catch (ClassNotFoundException | LinkageError | SerializationException e) {
        packages.skip(one, e);
      }
    }
  }

  /// Adds the classes that types name, and the classes that their fields declare.
  void addReachable(Type... types) {
    for (Type type : types) {
      Objects.requireNonNull(type, "type");
    }
    DeclaredClasses.reachableFromTypes(Arrays.asList(types), this::writtenAs, ids::contains)
        .stream()
        .sorted(Comparator.comparing(Class::getName))
        .forEach(this::addUnlessThere);
  }

  void skipTransientFields(Class<?> type) {
    skippingTransients.add(Objects.requireNonNull(type, "type"));
  }

  /// Checks that each class with skipped transient fields is registered.
  void requireConsistent() {
    for (Class<?> type : skippingTransients) {
      if (!ids.contains(type)) {
        throw new IllegalStateException(
            "skipTransientFields(%s): the class is not registered; register it, too"
                .formatted(type.getName()));
      }
    }
  }

  /// Computes a checksum of the ids and names of classes, and the fingerprints of their fields.
  static int fingerprint(SortedMap<Integer, Class<?>> byId, TypeRegistry registry) {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<Integer, Class<?>> registered : byId.entrySet()) {
      Class<?> type = registered.getValue();
      int fields = Objects.requireNonNull(registry.entry(type)).fingerprint();
      lines
          .append(registered.getKey())
          .append(' ')
          .append(type.getName())
          .append(' ')
          .append(HexFormat.of().toHexDigits(fields))
          .append('\n');
    }
    return Fingerprint.ofText(lines.toString());
  }
}
