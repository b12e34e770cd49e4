// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Interpreter;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.compiler.CodecCompiler;
import dev.segue.serializer.internal.compiler.PreparedFile;
import dev.segue.serializer.internal.custom.SerializableCodec;
import dev.segue.serializer.internal.custom.SurrogateCodec;
import dev.segue.serializer.internal.custom.UserKinds;
import dev.segue.serializer.internal.custom.UserTypes;
import dev.segue.serializer.internal.evolution.Assembler;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.evolution.LocalTypes;
import dev.segue.serializer.internal.evolution.SchemaCache;
import dev.segue.serializer.internal.evolution.TypeArguments;
import dev.segue.serializer.internal.jdk.JdkTypes;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.Fingerprint;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.SerialForm;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.AdaptiveCodec;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.Compiler;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.Linked;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.Ready;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.unregistered.Trial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Assembles a serializer's own registry, and the registries for payloads of other writers.
/// Determines the kind and the codec of each registered class.
final class Assembly {

  private final Map<Class<?>, Integer> ids;
  private final Map<Class<?>, TypeSurrogate<?, ?>> surrogates;
  private final Set<Class<?>> javaSerialized;
  private final Set<Class<?>> skippingTransients;
  private final Set<Class<?>> plainContainers;
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
    this.ids = registrations.ids();
    this.surrogates = registrations.surrogates();
    this.javaSerialized = registrations.javaSerialized();
    this.skippingTransients = registrations.skippingTransients();
    this.plainContainers = registrations.plainContainers();
    this.options = options;
    this.execution = execution;
    this.shapes = new Shapes(plain());
    this.byRule = registrations.rules().isEmpty() ? null : new ByRule(this, registrations.rules());
    this.shapesOfKnown = byRule == null ? shapes : new Shapes(plain(), type -> known.isPlain(type));
  }

  /// The classes with their own layout.
  Set<Class<?>> plain() {
    Set<Class<?>> plain = new HashSet<>();
    for (Class<?> type : ids.keySet()) {
      if (kind(type) == TypeSchema.Kind.PLAIN) {
        plain.add(type);
      }
    }
    return plain;
  }

  TypeSchema.Kind kind(Class<?> type) {
    if (surrogates.containsKey(type)) {
      return TypeSchema.Kind.CODEC;
    }
    if (javaSerialized.contains(type)) {
      return TypeSchema.Kind.SERIALIZED;
    }
    if (type.isArray()) {
      return TypeSchema.Kind.ARRAY;
    }
    return type.isEnum() ? TypeSchema.Kind.ENUM : UserKinds.kind(type);
  }

  /// The class that is written in place of a class with a surrogate; null for any other class.
  @Nullable Class<?> surrogateOf(Class<?> type) {
    TypeSurrogate<?, ?> surrogate = surrogates.get(type);
    return surrogate == null ? null : surrogate.surrogate();
  }

  /// Generates the codecs of all classes at build time.
  List<PreparedFile> prepare() {
    TypeRegistry own = registry();
    List<PreparedFile> files = new ArrayList<>();
    for (LocalType type : known.types().values()) {
      ClassModel model = type.model();
      if (model != null) {
        ObjectLayout plan = new Planning(model, options).get();
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

  boolean tracksReferences() {
    return options.references();
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
    startRecordingSeen(type);
    return known.plans().get(type);
  }

  /// Adds a class to the known ones if a rule allows it.
  void startRecordingSeen(Class<?> type) {
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
      own.grow(
          () -> more.forEach(type -> add(own, type, larger)), () -> know(larger, after, schemas));
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

  /// Whether a registration for the class or a superclass already determines how it is written, so
  /// that rules do not apply.
  boolean isReplaced(Class<?> type) {
    return isPlainContainer(type)
        || surrogates.values().stream()
            .anyMatch(surrogate ->
                surrogate.includesSubclasses() && surrogate.type().isAssignableFrom(type));
  }

  private boolean isPlainContainer(Class<?> type) {
    return (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type))
        && plainContainers.stream().anyMatch(container -> container.isAssignableFrom(type));
  }

  /// Examines all classes.
  ///
  /// @throws SerializationException if a class cannot be serialized or accessed
  void assemble(Supplier<SchemaCache> schemas) {
    Examination examination = new Examination(this, shapes, Map.of());
    for (Class<?> type : ids.keySet()) {
      examination.add(type);
    }
    List<LocalType> registered = new ArrayList<>();
    for (Map.Entry<Class<?>, Integer> entry : ids.entrySet()) {
      int number = TypeRegistry.FIRST_USER_ID + entry.getValue();
      registered.add(examination.type(entry.getKey(), number));
    }
    known = known.plus(registered, options.compactNumbers());
    TypeRegistry own = StandardTypes.registry(options, shapesOfKnown, new LessUsedTypes(schemas));
    for (LocalType type : registered) {
      add(own, type, known);
    }
    for (Class<?> container : plainContainers) { // a lambda would be slow to load
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
      Examination examination = new Examination(this, shapes, Map.of());
      examination.add(type);
      ClassModel model = examination.model(type);
      if (model != null) {
        var _ = new Planning(model, options).get();
      } else if (type.isEnum()) {
        var _ = EnumConstants.of(type);
      }
      return null;
    } catch (SerializationException | IllegalArgumentException | LinkageError e) {
      return e;
    }
  }

  /// Rejects a class whose objects have state outside their fields, unless a replacement is
  /// written.
  void requireState(Class<?> type) {
    if (kind(type) == TypeSchema.Kind.THROWABLE) {
      ClassModels.requireNoSecondInstance(type);
    }
    String hidden = hidden(type);
    if (hidden != null && !SerialForm.isReplaced(type)) {
      throw new SerializationException(
          Kind.UNSUPPORTED_TYPE,
          "cannot serialize %s: %s; use .registerJavaSerialized(%s), a TypeSurrogate, or, if these fields"
                  .formatted(type.getName(), hidden, NameInCode.of(type))
              + " need not be kept, add .skipTransientFields(%s)".formatted(NameInCode.of(type)));
    }
  }

  /// Why objects of a class have state outside their fields; null if they have none.
  private @Nullable String hidden(Class<?> type) {
    return switch (kind(type)) {
      case CODEC, SERIALIZED, ARRAY, ENUM, EXTERNALIZABLE -> null;
      case PLAIN, EXTENSION, HOOKED, HOOKED_EXTENSION, THROWABLE ->
          skippingTransients.contains(type) ? null : SerialForm.describeHidden(type);
    };
  }

  private void add(TypeRegistry own, LocalType local, KnownClasses all) {
    Class<?> type = local.type();
    ObjectLayout plan = all.plans().get(type);
    if (plan != null) {
      own.addPlanned(
          plan,
          local.number(),
          local.fingerprint(),
          new FieldsCodec(new Ready<>(plan), own, execution),
          new Bulk(own));
    } else {
      Entry entry = new Entry(type, local.kind(), local.number(), local.fingerprint());
      Supplier<ObjectLayout> later = new Planning(local.model(), options);
      add(own, entry, local.shapes(), later, Conversions.NONE);
    }
  }

  int fingerprint(
      Class<?> type, TypeSchema.Kind kind, Shapes in, Map<Class<?>, ClassModel> models) {
    return switch (kind) {
      case PLAIN, EXTENSION, HOOKED, HOOKED_EXTENSION -> Fingerprint.of(type, models);
      case ENUM -> Fingerprint.ofEnum(type);
      case ARRAY -> Fingerprint.ofArray(in.of(type), models);
      case CODEC -> {
        Class<?> surrogate = surrogate(type).surrogate();
        yield Fingerprint.ofText("codec " + type.getName() + " as " + surrogate.getName());
      }
      case SERIALIZED -> Fingerprint.ofText("serialized " + type.getName());
      case THROWABLE, EXTERNALIZABLE -> Fingerprint.ofText(UserTypes.describe(type));
    };
  }

  /// Adds the local classes to registries for payloads of other writers.
  OwnClasses assembler() {
    return new OwnClasses();
  }

  /// A class, with its number and fingerprint in the payloads that a registry reads.
  private record Entry(Class<?> type, TypeSchema.Kind kind, int number, int fingerprint) {}

  private void add(
      TypeRegistry to,
      Entry entry,
      Shapes shapesThere,
      Supplier<ObjectLayout> plan,
      Conversions conversions) {
    Class<?> type = entry.type;
    int number = entry.number;
    int fingerprint = entry.fingerprint;
    Supplier<ObjectCodec> fields = new FieldsCodec(plan, to, execution);
    switch (entry.kind) {
      case PLAIN -> to.add(type, number, fingerprint, fields);
      case EXTENSION, HOOKED, HOOKED_EXTENSION ->
          to.addPlural(
              type,
              number,
              fingerprint,
              UserTypes.planned(type, fields, conversions.elements(), hidden(type), to));
      case ENUM -> StandardTypes.addEnum(to, EnumConstants.of(type), number, fingerprint);
      case ARRAY ->
          StandardTypes.addArray(
              to, type, number, fingerprint, shapesThere.of(type.componentType()));
      case CODEC -> addSurrogate(surrogate(type), number, fingerprint, to);
      case SERIALIZED -> {
        ObjectCodec bytes = SerializableCodec.of(type, admitted());
        to.addPlural(type, number, fingerprint, () -> bytes);
      }
      case THROWABLE, EXTERNALIZABLE ->
          to.addPlural(
              type,
              number,
              fingerprint,
              UserTypes.unplanned(type, conversions.fields(), hidden(type), to));
    }
  }

  /// The classes allowed in Java serialization streams: classes registered for it, and enums, since
  /// reading an enum creates no object.
  private Set<Class<?>> admitted() {
    Set<Class<?>> admitted = new HashSet<>(javaSerialized);
    for (Class<?> type : ids.keySet()) {
      if (type.isEnum()) {
        admitted.add(type);
      }
    }
    return admitted;
  }

  private TypeSurrogate<?, ?> surrogate(Class<?> type) {
    return Objects.requireNonNull(surrogates.get(type), "it has a surrogate");
  }

  private static void addSurrogate(
      TypeSurrogate<?, ?> surrogate, int number, int fingerprint, TypeRegistry to) {
    Class<?> type = surrogate.type();
    ObjectCodec codec =
        SurrogateCodec.of(type, surrogate::toSurrogate, surrogate::fromSurrogate, to);
    if (surrogate.includesSubclasses()) {
      to.addFamily(type, number, fingerprint, codec);
    } else {
      to.addPlural(type, number, fingerprint, () -> codec);
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

  // Classes, not lambdas: every serializer needs most of these, and lambdas are slow to load.

  private record LessUsedTypes(Supplier<SchemaCache> schemas) implements Consumer<TypeRegistry> {

    @Override
    public void accept(TypeRegistry registry) {
      JdkTypes.addTo(registry);
      schemas.get().addTo(registry);
    }
  }

  final class OwnClasses implements Assembler {

    @Override
    public void add(
        TypeRegistry registry,
        LocalType type,
        Shapes shapes,
        Supplier<ObjectLayout> plan,
        Conversions conversions) {
      Entry entry = new Entry(type.type(), type.kind(), type.number(), type.fingerprint());
      Assembly.this.add(registry, entry, shapes, plan, conversions);
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

  private record Planning(@Nullable ClassModel model, Options options)
      implements Supplier<ObjectLayout> {

    @Override
    public ObjectLayout get() {
      ClassModel fields = Objects.requireNonNull(model, "it has fields");
      return LayoutPlanner.plan(fields, options.compactNumbers());
    }
  }

  private record FieldsCodec(Supplier<ObjectLayout> plan, TypeRegistry registry, Execution how)
      implements Supplier<ObjectCodec> {

    @Override
    public ObjectCodec get() {
      return codec(plan.get(), registry, how);
    }
  }

  /// Codecs for another writer's schema are compiled only after frequent use: such payloads may be
  /// rare, and the schema may be forged.
  private static ObjectCodec codec(ObjectLayout plan, TypeRegistry to, Execution how) {
    Class<?> type = plan.type();
    if (how == Execution.INTERPRETED) {
      return new Interpreter(plan, to);
    }
    Compilation compiled = new Compilation(plan, to);
    if (how == Execution.AUTO) {
      return AdaptiveCodec.inBackground(type, new Interpreter(plan, to), compiled);
    }
    return plan.model().isForeign()
        ? AdaptiveCodec.onceHot(type, new Interpreter(plan, to), compiled)
        : compiled.compile(new ArrayList<>());
  }

  private record Compilation(ObjectLayout plan, TypeRegistry registry) implements Compiler {

    @Override
    public ObjectCodec compile(Collection<? super Linked> links) {
      if (!CodecCompiler.canCompile(plan)) { // checked late, since it would delay the first object
        return new Interpreter(plan, registry);
      }
      try {
        return CodecCompiler.compile(plan, registry, links);
      } catch (UnsupportedOperationException e) {
        return new Interpreter(plan, registry); // the compiler has logged the reason
      }
    }
  }
}
