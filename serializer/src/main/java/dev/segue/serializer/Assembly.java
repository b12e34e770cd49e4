// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.compiler.CodecCompiler;
import dev.segue.serializer.internal.compiler.PreparedFile;
import dev.segue.serializer.internal.evolution.LessUsedTypes;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.evolution.LocalTypes;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.evolution.TypeArguments;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.unregistered.Trial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Assembles a serializer's own registry, and the registries for payloads of other writers.
final class Assembly {

  private final RegisteredClasses registered;
  private final CodecAssembly codecs;
  private final Options options;
  private final Execution execution;
  private final @Nullable ByRule byRule;

  /// Classifies the types that registered classes declare.
  private final Shapes shapes;

  /// Classifies types like `shapes`, but also knows the classes that rules have allowed so far.
  /// Used for objects whose class no field declares.
  private final Shapes shapesOfKnown;

  private volatile KnownClasses known = KnownClasses.NONE;
  private volatile @Nullable LocalTypes locals;

  /// Created for the first root that is read with type arguments. Racing threads create equal ones.
  private volatile @Nullable TypeArguments typeArguments;

  private @Nullable TypeRegistry registry;

  /// @param registrations the registered classes; later registrations have no effect
  Assembly(Registrations registrations, Options options, Execution execution) {
    this.registered = new RegisteredClasses(registrations);
    this.codecs = new CodecAssembly(registered, options, execution);
    this.options = options;
    this.execution = execution;
    this.shapes = new Shapes(registered.plain());
    this.byRule = registrations.rules().isEmpty() ? null : new ByRule(this, registrations.rules());
    this.shapesOfKnown = byRule == null ? shapes : new Shapes(registered.plain(), new KnownPlain());
  }

  /// How the registered classes are written.
  RegisteredClasses registered() {
    return registered;
  }

  /// Adds the local classes to registries for payloads of other writers.
  CodecAssembly codecs() {
    return codecs;
  }

  /// Generates the codecs of all classes at build time.
  List<PreparedFile> prepare() {
    TypeRegistry own = registry();
    List<PreparedFile> files = new ArrayList<>();
    for (LocalType type : known.types().values()) {
      ClassModel model = type.model();
      if (model != null) {
        ObjectLayout plan = new CodecAssembly.Planning(model, options).get();
        if (CodecCompiler.canCompile(plan)) {
          files.add(CodecCompiler.prepare(plan, own));
        }
      }
    }
    return files;
  }

  TypeRegistry registry() {
    return Objects.requireNonNull(registry, "assemble");
  }

  /// The classes known so far, for schemas. First created while the serializer is built.
  LocalTypes locals() {
    LocalTypes made = locals;
    if (made == null) {
      made = new LocalTypes(registry(), shapesOfKnown, known.types().values());
      locals = made;
    }
    return made;
  }

  /// The checks of roots against type arguments; available once all classes are examined.
  TypeArguments typeArguments() {
    TypeArguments made = typeArguments;
    if (made == null) {
      made =
          byRule == null
              ? new TypeArguments(known.types().values())
              : new TypeArguments(byRule::of);
      typeArguments = made;
    }
    return made;
  }

  /// Looks up the class names in schemas and finds the classes that rules allow; null without
  /// rules.
  @Nullable ByRule named() {
    return byRule;
  }

  boolean isInterpreted() {
    return execution == Execution.INTERPRETED;
  }

  KnownClasses known() {
    return known;
  }

  /// The types known so far, for inspection.
  ///
  /// @param schemas the schemas of other writers; null if payloads carry none
  KnownTypes knownTypes(@Nullable SchemaCache schemas) {
    Layouts layouts = new Layouts(type -> known.plans().get(type));
    return new KnownTypes(registry(), shapesOfKnown, layouts, schemas);
  }

  /// The layout of a class, or null if it has none.
  @Nullable ObjectLayout layout(Class<?> type) {
    admit(type);
    return known.plans().get(type);
  }

  /// Adds a class to the known ones if a rule allows it.
  void admit(Class<?> type) {
    if (byRule != null && isUnknown(type)) {
      boolean _ = byRule.admit(type);
    }
  }

  private boolean isUnknown(Class<?> type) {
    return registry().entry(type) == null;
  }

  /// Adds classes that rules allow to the known ones.
  ///
  /// @param schemas receives these classes
  void grow(Collection<LocalType> more, SchemaCache schemas) {
    KnownClasses before = known;
    LocalTypes localsBefore = locals();
    KnownClasses larger = before.plus(more, options.compactNumbers());
    TypeRegistry own = registry();
    LocalTypes after = new LocalTypes(own, shapesOfKnown, larger.types().values());
    boolean isDone = false;
    try {
      own.grow(new Adding(more, larger), new Knowing(larger, after, schemas));
      isDone = true;
    } finally {
      if (!isDone) { // deep in a graph, the stack may be exhausted
        know(before, localsBefore, schemas);
      }
    }
  }

  private void know(KnownClasses all, LocalTypes allTypes, SchemaCache schemas) {
    known = all;
    locals = allTypes;
    schemas.grow(allTypes);
  }

  /// Starts an examination of classes.
  ///
  /// @param declared classifies the types that the classes declare
  /// @param models the models of the classes that are known
  Examination examination(Shapes declared, Map<Class<?>, ClassModel> models) {
    return new Examination(registered, declared, options.references(), models);
  }

  /// Examines all classes.
  ///
  /// @throws SerializationException if a class cannot be serialized or accessed
  void assemble(Supplier<SchemaCache> schemas) {
    Examination examination = examination(shapes, Map.of());
    for (Class<?> type : registered.ids().keySet()) {
      examination.add(type);
    }
    List<LocalType> types = new ArrayList<>();
    for (Map.Entry<Class<?>, Integer> entry : registered.ids().entrySet()) {
      int number = TypeRegistry.FIRST_USER_ID + entry.getValue();
      types.add(examination.type(entry.getKey(), number));
    }
    known = known.plus(types, options.compactNumbers());
    TypeRegistry own = StandardTypes.registry(options, shapesOfKnown, new LessUsedTypes(schemas));
    for (LocalType type : types) {
      add(own, type, known);
    }
    for (Class<?> container : registered.plainContainers()) { // a lambda would be slow to load
      own.addPlainContainers(container);
    }
    registry = own;
    own.tryBy(new Trials(schemas));
    if (byRule != null) {
      byRule.complete(own, schemas.get());
    }
  }

  /// Why a class cannot be serialized; null if it can.
  @Nullable Throwable refusal(Class<?> type) {
    try {
      Examination examination = examination(shapes, Map.of());
      examination.add(type);
      ClassModel model = examination.model(type);
      if (model != null) {
        var _ = new CodecAssembly.Planning(model, options).get();
      } else if (type.isEnum()) {
        var _ = EnumConstants.of(type);
      }
      return null;
    } catch (SerializationException | IllegalArgumentException | LinkageError e) {
      return e;
    }
  }

  private void add(TypeRegistry own, LocalType local, KnownClasses all) {
    ObjectLayout plan = all.plans().get(local.type());
    if (plan == null) {
      codecs.addUnplanned(own, local);
    } else {
      codecs.addPlanned(own, local, plan, new Bulk(own));
    }
  }

  /// Registers single classes with the same options.
  private final class Trials implements Trial {

    private final Supplier<SchemaCache> schemas;

    Trials(Supplier<SchemaCache> schemas) {
      this.schemas = schemas;
    }

    @Override
    public @Nullable SerializationException refusal(Class<?> type) {
      try {
        Registrations alone = new Registrations();
        alone.add(type);
        new Assembly(alone, options, execution).assemble(schemas);
        return null;
      } catch (SerializationException e) {
        return e;
      } catch (IllegalArgumentException | LinkageError e) {
        return new SerializationException(
            Kind.INACCESSIBLE_CLASS, "cannot register %s: %s".formatted(type.getName(), e), e);
      }
    }
  }

  // Classes, not lambdas: every serializer, or the first object of a class by rule, needs most of
  // these, and lambdas are slow to load.

  private final class KnownPlain implements Predicate<Class<?>> {

    @Override
    public boolean test(Class<?> type) {
      return known.isPlain(type);
    }
  }

  private final class Adding implements Runnable {

    private final Collection<LocalType> more;
    private final KnownClasses larger;

    Adding(Collection<LocalType> more, KnownClasses larger) {
      this.more = more;
      this.larger = larger;
    }

    @Override
    public void run() {
      for (LocalType type : more) {
        add(registry(), type, larger);
      }
    }
  }

  private final class Knowing implements Runnable {

    private final KnownClasses all;
    private final LocalTypes allTypes;
    private final SchemaCache schemas;

    Knowing(KnownClasses all, LocalTypes allTypes, SchemaCache schemas) {
      this.all = all;
      this.allTypes = allTypes;
      this.schemas = schemas;
    }

    @Override
    public void run() {
      know(all, allTypes, schemas);
    }
  }

  private final class Bulk implements Supplier<BulkContents> {

    private final TypeRegistry registry;

    Bulk(TypeRegistry registry) {
      this.registry = registry;
    }

    @Override
    public BulkContents get() {
      return new BulkContents(known.plans(), known.types().keySet(), registry::isSmall);
    }
  }
}
