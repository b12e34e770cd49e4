// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.VIEW;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewPlan;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/// Compiles the plan of a view to a hidden class that implements the view's interface and is
/// unloaded with it.
public final class ViewCompiler {

  private ViewCompiler() {}

  /// Whether a class can be generated beside an interface: its class loader must find the
  /// serializer, and the JVM must not have refused to define another class.
  public static boolean canCompile(Class<?> view) {
    return HiddenClasses.canBeBeside(view, ViewBase.class);
  }

  /// Generates the class of a view, unless one that fits was generated at build time.
  ///
  /// @return a factory of views that do not refer to an object yet
  /// @throws UnsupportedOperationException if this JVM defines no classes at run time
  public static Supplier<ViewBase> compile(ViewPlan plan) {
    Blueprint blueprint = blueprint(plan);
    PreparedClass prepared = PreparedClass.find(blueprint);
    if (prepared != null) {
      return () -> (ViewBase) prepared.create();
    }
    MethodHandle constructor =
        HiddenClasses.define(blueprint, new Constants(), MethodType.methodType(ViewBase.class));
    return () -> create(constructor);
  }

  /// Generates the class of a view at build time.
  public static PreparedFile prepare(ViewPlan plan) {
    return PreparedFile.of(blueprint(plan));
  }

  private static Blueprint blueprint(ViewPlan plan) {
    return new Blueprint(
        plan.view(),
        "$View",
        ViewBase.class,
        (context, self, constants) -> classFile(context, plan, self, constants));
  }

  private static ViewBase create(MethodHandle constructor) {
    try {
      return (ViewBase) constructor.invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw HiddenClasses.undeclared(e);
    }
  }

  private static byte[] classFile(
      ClassFile context, ViewPlan plan, ClassDesc self, Constants constants) {
    return context.build(
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
                      .invokespecial(VIEW, INIT_NAME, signature(CD_void, CD_int))
                      .return_());
          new ViewEmitter(plan, self, constants).emit(builder);
        });
  }
}
