// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.layout.ObjectPlan;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.ReadOnlyCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// Compiles a plan to a hidden class that is a nestmate of the class it serializes, so that private
/// members are plain field accesses, and that goes when that class goes.
public final class CodecCompiler {

  private static final ClassDesc READ_ONLY = Descriptors.of(ReadOnlyCodec.class);

  /// A class of each package that generated code calls.
  private static final List<Class<?>> RUNTIME =
      List.of(ObjectCodec.class, ByteArrays.class, EnumConstants.class);

  private CodecCompiler() {}

  /// Whether code in a class's place could see the serializer's own classes.
  public static boolean canCompile(Class<?> type) {
    try {
      ClassLoader loader = type.getClassLoader();
      return Class.forName(ObjectCodec.class.getName(), false, loader) == ObjectCodec.class;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  public static ObjectCodec compile(ObjectPlan plan, TypeRegistry registry) {
    Class<?> type = plan.type();
    MethodHandles.Lookup lookup = Anchor.lookupIn(type);
    openRuntimeTo(lookup);
    Constants constants = new Constants();
    ClassDesc self = ClassDesc.of(type.getName().replace('$', '_') + "$Codec");
    Unit unit = new Unit(plan, registry, self, constants);
    byte[] bytes = classFile(unit);
    Dump.write(self, bytes);
    try {
      MethodHandles.Lookup generated =
          lookup.defineHiddenClassWithClassData(
              bytes, constants.data(), false, ClassOption.NESTMATE);
      return (ObjectCodec)
          generated
              .findConstructor(generated.lookupClass(), MTD_void.resolveConstantDesc(generated))
              .invoke();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the codec generated for " + type + " does not link", e);
    }
  }

  static byte[] classFile(Unit unit) {
    ClassFile classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofClassLoading(unit.plan().type().getClassLoader())
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    return classFile.build(
        unit.self(),
        builder -> {
          ClassDesc parent = unit.plan().model().isForeign() ? READ_ONLY : CODEC;
          builder.withFlags(ACC_PUBLIC | ACC_FINAL).withSuperclass(parent);
          builder.withMethodBody(
              INIT_NAME,
              MTD_void,
              ACC_PUBLIC,
              code ->
                  code.aload(0)
                      .invokespecial(parent, INIT_NAME, MethodTypeDesc.of(CD_void))
                      .return_());
          for (Dialect dialect : Dialect.values()) {
            if (!unit.plan().model().isForeign()) {
              new WriteEmitter(unit, dialect).emit(builder);
            }
            new ReadEmitter(unit, dialect).emit(builder);
          }
        });
  }

  /// Lets the module that a generated class lands in call the run-time packages.
  private static void openRuntimeTo(MethodHandles.Lookup lookup) {
    Module here = CodecCompiler.class.getModule();
    Module there = lookup.lookupClass().getModule();
    for (Class<?> runtime : RUNTIME) {
      here.addExports(runtime.getPackageName(), there);
    }
  }
}
