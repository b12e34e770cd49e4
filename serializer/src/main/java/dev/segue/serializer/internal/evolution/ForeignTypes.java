// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.FieldModel;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.Layouts;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.KnownTypes;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.Once;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.registry.TypesOnDemand;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The classes of another writer: a registry by the writer's numbers, whose codecs read its
/// payloads into the reader's objects. It is used only for reading and shares nothing with the
/// serializer's own registry.
final class ForeignTypes {

  private final WriterSchema writer;
  private final SchemaDocument document;
  private final LocalTypes locals;
  private final Settings settings;
  private final Assembler assembler;
  private final Resolver resolver;
  private final Shapes shapes;
  private final TypeRegistry registry;
  private final Map<Class<?>, Supplier<ObjectLayout>> plans = new HashMap<>();

  ForeignTypes(
      WriterSchema writer,
      LocalTypes locals,
      Settings settings,
      Assembler assembler,
      TypesOnDemand onDemand) {
    this.writer = writer;
    this.document = writer.document();
    this.locals = locals;
    this.settings = settings;
    this.assembler = assembler;
    this.resolver = new Resolver(document, locals, settings.nullIfUnknown());
    this.shapes = new Shapes(locals.plain(document), enums());
    Options options = locals.registry().options().ofWriter(document.compactNumbers());
    this.registry = StandardTypes.registry(options, shapes, onDemand);
    resolver.numbered().forEach(this::add);
  }

  TypeRegistry registry() {
    return registry;
  }

  /// The highest of the writer's type numbers; zero if there is none.
  int highestNumber() {
    return document.types().stream().mapToInt(TypeSchema::number).max().orElse(0);
  }

  /// The types for inspection.
  KnownTypes known() {
    Map<Class<?>, ObjectLayout> made = new HashMap<>();
    plans.forEach((type, plan) -> {
      ObjectLayout readable = planIfReadable(plan);
      if (readable != null) {
        made.put(type, readable);
      }
    });
    return new KnownTypes(registry, shapes, new Layouts(made::get), null);
  }

  /// Null if the class cannot be read in its present form; inspection shows its bytes then.
  private static @Nullable ObjectLayout planIfReadable(Supplier<ObjectLayout> plan) {
    try {
      return plan.get();
    } catch (SerializationException e) {
      return null;
    }
  }

  /// The layouts for views. A class that matches several of the writer's classes has no single
  /// layout.
  Layouts layouts() {
    return new Layouts(type -> {
      Supplier<ObjectLayout> plan = plans.get(type);
      return plan == null || resolver.isAmbiguous(type) ? null : plan.get();
    });
  }

  private Map<Class<?>, EnumConstants> enums() {
    Map<Class<?>, EnumConstants> enums = new HashMap<>();
    for (TypeSchema type : document.types()) {
      Class<?> here = type.kind() == TypeSchema.Kind.ENUM ? locals.enumNamed(type.name()) : null;
      if (here != null) {
        enums.put(here, resolver.constants(type, here));
      }
    }
    return enums;
  }

  private void add(TypeSchema type) {
    int number = type.number();
    if (number < TypeRegistry.FIRST_USER_ID || number >= TypeRegistry.ID_LIMIT) {
      throw Errors.of(
          Kind.MALFORMED_INPUT,
          "corrupt schema: " + type.name() + " has the invalid type number " + number);
    }
    LocalType local = locals.named(type.name());
    if (local == null) {
      Supplier<ObjectCodec> codec = () -> unknown(type);
      registry.addUnknown(settings.kept().type(), number, type.fingerprint(), codec);
    } else if (local.kind() != type.kind()) {
      registry.add(
          local.type(),
          number,
          type.fingerprint(),
          () -> {
            throw Changes.kind(type, local.kind());
          });
    } else if (local.type().isArray() && resolver.isAmbiguous(Shapes.innermost(local.type()))) {
      registry.add(
          local.type(),
          number,
          type.fingerprint(),
          () -> {
            throw Changes.merged(type);
          });
    } else if (type.kind() == TypeSchema.Kind.ENUM) {
      addEnum(type, resolver.constants(type, local.type()));
    } else {
      Supplier<ClassModel> model = () -> new Matching(resolver).model(type, local);
      Supplier<ObjectLayout> plan =
          new Once<>(() -> LayoutPlanner.plan(model.get(), document.compactNumbers()));
      Conversions conversions = resolver.conversions(local.type());
      assembler.add(registry, local.as(type), shapes, plan, conversions);
      if (type.kind() == TypeSchema.Kind.PLAIN) {
        plans.put(local.type(), plan);
      }
    }
  }

  /// Adds an enum; constants that the reader lacks can be kept where the payload names the class.
  private void addEnum(TypeSchema type, EnumConstants constants) {
    boolean isKept = settings.keepUnknown() && Arrays.asList(constants.values()).contains(null);
    if (isKept) {
      ObjectCodec codec = new KeptConstantCodec(constants, unknown(type));
      registry.addPlural(constants.type(), type.number(), type.fingerprint(), () -> codec);
    } else {
      StandardTypes.addEnum(registry, constants, type.number(), type.fingerprint());
    }
  }

  private ObjectCodec unknown(TypeSchema type) {
    boolean compact = document.compactNumbers();
    @Nullable ObjectLayout plan =
        type.kind() == TypeSchema.Kind.PLAIN ? LayoutPlanner.plan(model(type), compact) : null;
    Values values = new Values(registry);
    return new UnknownCodec(type, settings, writer, plan, values, declared(type));
  }

  private Shape declared(TypeSchema type) {
    return resolver.skipped(
        type.kind() == TypeSchema.Kind.ENUM
            ? new ValueSchema.Constant(type.name())
            : new ValueSchema.Bean(type.name()));
  }

  /// The model of a class whose fields are all skipped.
  private ClassModel model(TypeSchema type) {
    List<FieldModel> fields =
        type.fields().stream()
            .map(field ->
                new FieldModel(
                    field.name(),
                    field.ownerName().isEmpty() ? type.name() : field.ownerName(),
                    resolver.skipped(field.value()),
                    null,
                    null))
            .toList();
    Creation never =
        new Creation.Bypassing(
            Object.class.getDeclaredConstructors()[0], Creation.Finals.BY_REFLECTION);
    return new ClassModel(Object.class, never, fields, List.of(), Map.of(), true);
  }
}
