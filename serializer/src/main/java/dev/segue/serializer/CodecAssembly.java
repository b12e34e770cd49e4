// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.codec.Interpreter;
import dev.segue.serializer.internal.codec.StandardTypes;
import dev.segue.serializer.internal.compiler.CodecCompiler;
import dev.segue.serializer.internal.custom.SerializableCodec;
import dev.segue.serializer.internal.custom.SurrogateCodec;
import dev.segue.serializer.internal.custom.UserTypes;
import dev.segue.serializer.internal.evolution.Assembler;
import dev.segue.serializer.internal.evolution.LocalType;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Conversions;
import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.LayoutPlanner;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.AdaptiveCodec;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.Compiler;
import dev.segue.serializer.internal.registry.Linked;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.Ready;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Adds classes and their codecs to a serializer's own registry, and to the registries for payloads
/// of other writers.
final class CodecAssembly implements Assembler {

  private final RegisteredClasses registered;
  private final Options options;
  private final Execution execution;

  CodecAssembly(RegisteredClasses registered, Options options, Execution execution) {
    this.registered = registered;
    this.options = options;
    this.execution = execution;
  }

  /// Adds a class with a layout to the serializer's own registry.
  void addPlanned(
      TypeRegistry own, LocalType type, ObjectLayout plan, Supplier<BulkContents> bulk) {
    own.addPlanned(
        plan,
        type.number(),
        type.fingerprint(),
        new FieldsCodec(new Ready<>(plan), own, execution),
        bulk);
  }

  /// Adds a class without a layout of its own to the serializer's own registry.
  void addUnplanned(TypeRegistry own, LocalType type) {
    add(own, type, type.shapes(), new Planning(type.model(), options), Conversions.NONE);
  }

  @Override
  public void add(
      TypeRegistry to,
      LocalType local,
      Shapes shapes,
      Supplier<ObjectLayout> plan,
      Conversions conversions) {
    Class<?> type = local.type();
    int number = local.number();
    int fingerprint = local.fingerprint();
    Supplier<ObjectCodec> fields = new FieldsCodec(plan, to, execution);
    switch (local.kind()) {
      case PLAIN -> to.add(type, number, fingerprint, fields);
      case EXTENSION, HOOKED, HOOKED_EXTENSION ->
          to.addPlural(
              type,
              number,
              fingerprint,
              UserTypes.planned(type, fields, conversions.elements(), registered.hidden(type), to));
      case ENUM -> StandardTypes.addEnum(to, EnumConstants.of(type), number, fingerprint);
      case ARRAY ->
          StandardTypes.addArray(to, type, number, fingerprint, shapes.of(type.componentType()));
      case CODEC -> addSurrogate(registered.surrogate(type), number, fingerprint, to);
      case SERIALIZED -> {
        ObjectCodec bytes = SerializableCodec.of(type, registered.allowedInStreams());
        to.addPlural(type, number, fingerprint, () -> bytes);
      }
      case THROWABLE, EXTERNALIZABLE ->
          to.addPlural(
              type,
              number,
              fingerprint,
              UserTypes.unplanned(type, conversions.fields(), registered.hidden(type), to));
    }
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

  // Classes, not lambdas: every serializer needs most of these, and lambdas are slow to load.

  /// Plans the layout of a class.
  record Planning(@Nullable ClassModel model, Options options) implements Supplier<ObjectLayout> {

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
