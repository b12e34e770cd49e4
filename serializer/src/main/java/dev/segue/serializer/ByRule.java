// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.evolution.LocalTypes;
import dev.segue.serializer.internal.evolution.NamedTypes;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.RuledClasses;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.WritableClasses;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.wire.TypeNumbers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The classes that the rules of a serializer allow. A class becomes known, and gets a number in
/// this serializer, when an object of it is first written, or when a payload is read that this
/// serializer would have written identically. Other payloads are read by the registry for their
/// schema. The number of such registries is limited, and unused ones are evicted, so payloads
/// cannot exhaust memory.
///
/// When a class becomes known, so do the allowed classes that its fields declare. The layout of a
/// class therefore depends on the rules alone, not on the order of calls. Rules do not change the
/// layout of registered classes.
///
/// Rules are called and classes are examined without holding a lock, since both may run user code.
final class ByRule implements RuledClasses, NamedTypes {

  /// The maximum number of classes.
  private static final int MOST = 1 << 14;

  /// The maximum number of classes that payloads can add.
  private static final int MOST_BY_PAYLOADS = 1 << 10;

  /// The maximum number of failed lookups for the names of one schema.
  private static final int MOST_MISSING = 1 << 8;

  private final Assembly assembly;
  private final List<ClassRule> rules;

  /// Classifies the types that classes declare.
  private final Shapes shapes;

  private @Nullable TypeRegistry registry;
  private @Nullable SchemaCache schemas;

  /// Guarded by this.
  private int count;

  /// Guarded by this.
  private int countByPayloads;

  ByRule(Assembly assembly, List<ClassRule> rules) {
    this.assembly = assembly;
    this.rules = rules;
    this.shapes = new Shapes(assembly.registered().plain(), new Plain());
  }

  /// A class, not a lambda: the first object of a class by rule needs it.
  private final class Plain implements Predicate<Class<?>> {

    @Override
    public boolean test(Class<?> type) {
      return isPlain(type);
    }
  }

  /// Sets the parts of the serializer that are built after this object.
  void complete(TypeRegistry own, SchemaCache ofOthers) {
    registry = own;
    schemas = ofOthers;
    own.ruledBy(this);
  }

  @Override
  public boolean allows(Class<?> type) {
    if (type.isArray()) {
      Class<?> innermost = Shapes.innermost(type);
      return DeclaredClasses.isAbstract(innermost) && isAllowed(innermost);
    }
    return isAllowed(type) && canBeSerialized(type);
  }

  private static boolean canBeSerialized(Class<?> type) {
    try {
      ClassModels.requireSerializable(type);
      return true;
    } catch (SerializationException | LinkageError _) {
      return false;
    }
  }

  private boolean isAllowed(Class<?> type) {
    if (WritableClasses.existsOnlyHere(type) || assembly.registered().isReplaced(type)) {
      return false;
    }
    String name = type.getName();
    for (ClassRule rule : rules) {
      if (rule.allows(name) && rule.find(name, name) == type) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isPlain(Class<?> type) {
    KnownClasses known = assembly.known();
    return known.type(type) != null
        ? known.isPlain(type)
        : !type.isArray()
            && !type.isEnum()
            && allows(type)
            && assembly.registered().kind(type) == TypeSchema.Kind.PLAIN
            && isWhole(type);
  }

  /// Whether a class itself can be serialized, regardless of the classes that its fields declare.
  private boolean isWhole(Class<?> type) {
    try {
      assembly.examination(new Shapes(Set.of()), Map.of()).add(type);
      return true;
    } catch (SerializationException | IllegalArgumentException | LinkageError _) {
      return false;
    }
  }

  @Override
  public boolean admit(Class<?> type) {
    if (assembly.known().type(type) != null) {
      return true;
    }
    if (!allows(type)) {
      return false;
    }
    if (!hasRoom(1, false)) {
      throw new SerializationException(
          Kind.LIMIT_EXCEEDED,
          "rules have allowed %d classes, and no more can become known; register %s"
              .formatted(MOST, type.getName()));
    }
    Examination examination = examination();
    try {
      examination.addReachable(type);
    } catch (IllegalArgumentException | LinkageError e) {
      throw new SerializationException(
          Kind.INACCESSIBLE_CLASS,
          "cannot serialize %s, which a rule allows: %s".formatted(type.getName(), e),
          e);
    }
    grow(examination.types(), false);
    return true;
  }

  private Examination examination() {
    return assembly.examination(shapes, assembly.known().models());
  }

  /// Adds classes to the known ones, unless they are there already.
  private synchronized void grow(List<LocalType> more, boolean isForPayload) {
    KnownClasses known = assembly.known();
    List<LocalType> unknown = new ArrayList<>();
    for (LocalType local : more) {
      if (known.type(local.type()) == null) {
        unknown.add(local);
      }
    }
    if (unknown.isEmpty()) {
      return;
    }
    unknown.sort(LocalType.BY_NAME);
    Set<Integer> taken = new HashSet<>();
    List<LocalType> numbered = new ArrayList<>();
    for (LocalType local : unknown) {
      numbered.add(local.numbered(number(local.type().getName(), taken)));
    }
    assembly.grow(numbered, Objects.requireNonNull(schemas, "complete"));
    count += numbered.size();
    if (isForPayload) {
      countByPayloads += numbered.size();
    }
  }

  /// The number of a class that is being added.
  private int number(String name, Set<Integer> taken) {
    int first = TypeNumbers.ruled(name);
    for (int number = first; number < TypeNumbers.LIMIT; number++) {
      if (isFree(number) && taken.add(number)) {
        return number;
      }
    }
    throw new SerializationException(
        Kind.LIMIT_EXCEEDED,
        "there are no more type numbers for classes that rules allow; register " + name);
  }

  private boolean isFree(int number) {
    return Objects.requireNonNull(registry, "complete").known(number) == null;
  }

  private synchronized boolean hasRoom(int more, boolean isForPayload) {
    return count + more <= MOST && (!isForPayload || countByPayloads + more <= MOST_BY_PAYLOADS);
  }

  @Override
  public LocalTypes including(SchemaDocument document) {
    LocalTypes own = assembly.locals();
    Examination examination = assembly.examination(shapes, own.models());
    boolean isOwn = true;
    int missing = 0;
    for (TypeSchema written : document.types()) {
      if (written.number() != 0 && own.named(written.name()) == null) {
        Class<?> type = missing < MOST_MISSING ? find(written.name()) : null;
        if (type != null && isExamined(type, examination)) {
          isOwn = isOwn && isWrittenAlike(examination.type(type, 0), written);
        } else {
          missing++;
          isOwn = false;
        }
      }
    }
    List<LocalType> found = examination.types();
    if (found.isEmpty()) {
      return own;
    }
    if (isOwn && hasRoom(found.size(), true)) {
      grow(found, true);
      return assembly.locals();
    }
    return own.plus(found);
  }

  /// The class for a name in a payload, or null if no rule allows the name or no such class exists.
  /// Class loaders never see a name that no rule allows.
  private @Nullable Class<?> find(String name) {
    boolean isArray = name.startsWith("[");
    int begin = name.lastIndexOf('[') + 2;
    if (isArray && (begin > name.length() - 1 || !name.startsWith("L", begin - 1))) {
      return null;
    }
    String element = isArray ? name.substring(begin, name.length() - 1) : name;
    for (ClassRule rule : rules) {
      Class<?> found = rule.allows(element) ? rule.find(element, name) : null;
      if (found != null) {
        Class<?> innermost = Shapes.innermost(found);
        boolean isUsable = isArray ? isAllowed(innermost) : allows(found);
        return isUsable ? found : null;
      }
    }
    return null;
  }

  private static boolean isExamined(Class<?> type, Examination examination) {
    try {
      examination.addReachable(type);
      return true;
    } catch (SerializationException | IllegalArgumentException | LinkageError _) {
      return false;
    }
  }

  /// Whether this serializer would write a class in the same way, once it is known.
  private boolean isWrittenAlike(LocalType here, TypeSchema written) {
    return here.kind() == written.kind()
        && here.fingerprint() == written.fingerprint()
        && TypeNumbers.ruled(written.name()) == written.number()
        && isFree(written.number())
        && allows(here.type());
  }

  /// The model of a class and its fields, whether or not the class is known; null if it is not
  /// allowed.
  @Nullable LocalType of(Class<?> type) {
    LocalType known = assembly.known().type(type);
    if (known != null || !allows(type)) {
      return known;
    }
    Examination examination = examination();
    return isExamined(type, examination) ? examination.type(type, 0) : null;
  }
}
