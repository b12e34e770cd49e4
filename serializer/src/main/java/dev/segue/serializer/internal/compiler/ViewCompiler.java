// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.VIEW;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.serializer.internal.layout.EnumConstants;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewPlan;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/// Compiles the plan of a view to a hidden class beside the interface, which goes when the
/// interface goes.
public final class ViewCompiler {

  private ViewCompiler() {}

  /// Whether code in an interface's place could see the serializer's own classes.
  public static boolean canCompile(Class<?> view) {
    try {
      ClassLoader loader = view.getClassLoader();
      return Class.forName(ViewBase.class.getName(), false, loader) == ViewBase.class;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /// @return makes views that point nowhere yet
  public static Supplier<ViewBase> compile(ViewPlan plan) {
    MethodHandles.Lookup lookup = Anchor.lookupIn(plan.view());
    openRuntimeTo(lookup.lookupClass().getModule());
    Constants constants = new Constants();
    ClassDesc self = ClassDesc.of(plan.view().getName().replace('$', '_') + "$View");
    byte[] bytes = classFile(plan, self, constants);
    Dump.write(self, bytes);
    try {
      MethodHandles.Lookup generated =
          lookup.defineHiddenClassWithClassData(
              bytes, constants.data(), false, ClassOption.NESTMATE);
      MethodHandle constructor =
          generated
              .findConstructor(generated.lookupClass(), MTD_void.resolveConstantDesc(generated))
              .asType(MethodType.methodType(ViewBase.class));
      return () -> create(constructor);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new IllegalStateException(
          "the view generated for " + plan.view() + " does not link", e);
    }
  }

  private static ViewBase create(MethodHandle constructor) {
    try {
      return (ViewBase) constructor.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("the constructor declares nothing", e);
    }
  }

  static byte[] classFile(ViewPlan plan, ClassDesc self, Constants constants) {
    ClassFile classFile =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofClassLoading(plan.view().getClassLoader())
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    return classFile.build(
        self,
        builder -> {
          builder.withFlags(ACC_PUBLIC | ACC_FINAL).withSuperclass(VIEW);
          builder.withInterfaceSymbols(Descriptors.of(plan.view()));
          builder.withMethodBody(
              INIT_NAME,
              MTD_void,
              ACC_PUBLIC,
              code ->
                  code.aload(0)
                      .loadConstant(plan.accessors().size())
                      .invokespecial(VIEW, INIT_NAME, MethodTypeDesc.of(CD_void, CD_int))
                      .return_());
          new ViewEmitter(plan, self, constants).emit(builder);
        });
  }

  /// Lets the module that a generated class lands in call the run-time packages.
  private static void openRuntimeTo(Module there) {
    Module here = ViewCompiler.class.getModule();
    for (Class<?> runtime :
        new Class<?>[] {ObjectCodec.class, Segments.class, ViewBase.class, EnumConstants.class}) {
      here.addExports(runtime.getPackageName(), there);
    }
  }
}
