// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.serializer.internal.layout.Creation;
import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.registry.Linked;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Collection;

/// Compiles the plan of a class to a codec: a hidden class that is a nestmate of the class, so that
/// it accesses private fields directly, and is unloaded with it.
public final class CodecCompiler {

  private CodecCompiler() {}

  /// Whether a codec can be generated beside a class: its class loader must find the serializer,
  /// the JVM must not have refused to define another class, and no final field needs to be set by
  /// the JDK's serialization support, which only the interpreter uses.
  public static boolean canCompile(ObjectLayout plan) {
    return HiddenClasses.canBeBeside(plan.type(), ObjectCodec.class)
        && plan.model().creation().finals() != Creation.Finals.BY_SERIALIZATION;
  }

  /// Creates the codec of a class. Uses the class that was generated at build time if there is one
  /// that fits, or defines a hidden class.
  ///
  /// @param links receives the links through which the code calls other codecs
  /// @throws UnsupportedOperationException if this JVM defines no classes at run time
  public static ObjectCodec compile(
      ObjectLayout plan, TypeRegistry registry, Collection<? super Linked> links) {
    Blueprint blueprint = blueprint(plan, registry);
    if (!plan.model().isForeign()) {
      PreparedClass prepared = PreparedClass.find(blueprint);
      if (prepared != null) {
        return (ObjectCodec) prepared.create();
      }
    }
    Constants constants = new Constants();
    MethodHandle constructor =
        HiddenClasses.define(blueprint, constants, MethodType.methodType(ObjectCodec.class));
    links.addAll(constants.links());
    try {
      return (ObjectCodec) constructor.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw HiddenClasses.undeclared(e);
    }
  }

  /// Generates the codec of a class at build time.
  public static PreparedFile prepare(ObjectLayout plan, TypeRegistry registry) {
    return PreparedFile.of(blueprint(plan, registry));
  }

  private static Blueprint blueprint(ObjectLayout plan, TypeRegistry registry) {
    return new Blueprint(
        plan.type(),
        "$Codec",
        ObjectCodec.class,
        (context, self, constants) ->
            classFile(context, new Unit(plan, registry, self, constants)));
  }

  static byte[] classFile(ClassFile context, Unit unit) {
    boolean isForeign = unit.plan().model().isForeign();
    ClassDesc parent = isForeign ? Descriptors.READ_ONLY_CODEC : CODEC;
    return context.build(
        unit.self(),
        builder -> {
          builder.withFlags(ACC_PUBLIC | ACC_FINAL).withSuperclass(parent);
          builder.withMethodBody(
              INIT_NAME,
              MTD_void,
              ACC_PUBLIC,
              code -> code.aload(0).invokespecial(parent, INIT_NAME, MTD_void).return_());
          for (Dialect dialect : Dialect.values()) {
            if (!isForeign) {
              new WriteEmitter(unit, dialect).emit(builder);
            }
            new ReadEmitter(unit, dialect).emit(builder);
          }
        });
  }
}
