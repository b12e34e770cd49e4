// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.MEMORY_SEGMENT;
import static dev.segue.serializer.internal.compiler.Descriptors.VIEW;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.view.Pointer;
import dev.segue.serializer.internal.view.Root;
import dev.segue.serializer.internal.view.ViewBase;
import dev.segue.serializer.internal.view.ViewPlan;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Compiles the cursor of a view to a separate hidden class, so that each cursor sees only its own
/// view and its own kinds of memory, and the JIT can inline it.
public final class CursorCompiler {

  private static final ClassDesc ROOT = Descriptors.of(Root.class);

  private CursorCompiler() {}

  /// Generates the cursor of a view.
  ///
  /// @param plan the view, which can be the root of a payload
  /// @param lookup a lookup in the cursors' superclass, with full privilege access
  /// @return a factory of cursors for views
  /// @throws UnsupportedOperationException if this JVM defines no classes at run time
  public static Function<ViewBase, Object> compile(ViewPlan plan, Lookup lookup) {
    Class<?> superclass = lookup.lookupClass();
    Constants constants = new Constants();
    ClassDesc self =
        ClassDesc.of(
            superclass.getPackageName(), plan.view().getName().replaceAll("[.$]", "_") + "$Cursor");
    MethodHandle constructor =
        HiddenClasses.define(
            lookup,
            self,
            classFile(ClassFile.of(), plan, self, Descriptors.of(superclass), constants),
            constants,
            MethodType.methodType(Object.class, ViewBase.class));
    return view -> create(constructor, view);
  }

  /// Finds the generated cursor of a view from build time.
  ///
  /// @return a factory of cursors for views; null if there is none that fits
  public static @Nullable Function<ViewBase, Pointer> prepared(ViewPlan plan) {
    PreparedClass prepared = PreparedClass.find(blueprint(plan), ViewBase.class);
    return prepared == null ? null : view -> (Pointer) prepared.create(view);
  }

  /// Generates the cursor of a view at build time.
  public static PreparedFile prepare(ViewPlan plan) {
    return PreparedFile.of(blueprint(plan), VIEW);
  }

  private static Blueprint blueprint(ViewPlan plan) {
    ClassDesc superclass = Descriptors.of(Pointer.class);
    return new Blueprint(
        plan.view(),
        "$Cursor",
        Pointer.class,
        (context, self, constants) -> classFile(context, plan, self, superclass, constants));
  }

  private static Object create(MethodHandle constructor, ViewBase view) {
    try {
      return constructor.invokeExact(view);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw HiddenClasses.undeclared(e);
    }
  }

  private static byte[] classFile(
      ClassFile context, ViewPlan plan, ClassDesc self, ClassDesc superclass, Constants constants) {
    return context.build(
        self,
        builder ->
            builder
                .withFlags(ACC_FINAL)
                .withSuperclass(superclass)
                .withField("view", VIEW, ACC_PRIVATE | ACC_FINAL)
                .withMethodBody(
                    INIT_NAME,
                    signature(CD_void, VIEW),
                    0,
                    code ->
                        code.aload(0)
                            .invokespecial(superclass, INIT_NAME, MTD_void)
                            .aload(0)
                            .aload(1)
                            .putfield(self, "view", VIEW)
                            .return_())
                .withMethodBody(
                    "at",
                    signature(CD_Object, MEMORY_SEGMENT, CD_long),
                    ACC_PUBLIC,
                    code -> emitAt(code, plan, self, constants)));
  }

  /// Four loads from the header and the trailer distinguish the usual payload from any other. This
  /// code sets the fields of the view itself, so that the JIT knows their values.
  private static void emitAt(CodeBuilder code, ViewPlan plan, ClassDesc self, Constants constants) {
    Root root = Objects.requireNonNull(plan.root(), "a root can be pointed at payloads");
    int source = code.parameterSlot(0);
    int offset = code.parameterSlot(1);
    int limit = code.allocateLocal(TypeKind.LONG);
    int tail = code.allocateLocal(TypeKind.LONG);
    int end = code.allocateLocal(TypeKind.LONG);
    int view = code.allocateLocal(TypeKind.REFERENCE);
    Label other = code.newLabel();
    code.aload(0).getfield(self, "view", VIEW).astore(view);
    code.aload(source).lload(offset);
    code.invokestatic(ROOT, "limit", signature(CD_long, MEMORY_SEGMENT, CD_long)).lstore(limit);
    ViewInstructions.get(code, source, offset, 0, PrimitiveKind.LONG);
    code.loadConstant(root.head()).lcmp().ifne(other);
    ViewInstructions.get(code, source, offset, Header.FINGERPRINT, PrimitiveKind.LONG);
    code.lstore(tail);
    code.lload(tail).lload(offset).lload(limit);
    code.loadConstant(root.fingerprint()).loadConstant(plan.layout().fixedBytes());
    code.invokestatic(ROOT, "end", signature(CD_long, CD_long, CD_long, CD_long, CD_int, CD_int))
        .lstore(end);
    ViewInstructions.branchIfNowhere(code, end, other);
    ViewInstructions.get(code, source, end, 0, PrimitiveKind.BYTE);
    code.ifne(other);
    code.aload(view).aload(source).lload(offset);
    code.lload(offset).loadConstant((long) Header.BYTES).ladd();
    code.lload(end);
    code.invokestatic(
        VIEW, "point", signature(CD_void, VIEW, MEMORY_SEGMENT, CD_long, CD_long, CD_long));
    code.aload(view).areturn();
    code.labelBinding(other);
    code.loadConstant(constants.of(root, ROOT, () -> root)).aload(view).aload(source).lload(offset);
    code.invokevirtual(ROOT, "point", signature(CD_Object, VIEW, MEMORY_SEGMENT, CD_long));
    code.areturn();
  }
}
