// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.CODEC;
import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import dev.segue.serializer.internal.registry.Link;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.Map;
import java.util.TreeMap;

/// Converts the class file of a hidden class to a named class, which is generated at build time and
/// can be instantiated by several serializers.
///
/// A hidden class gets the objects that it refers to as class data. A named class gets them in an
/// `Object[]`, the last argument of its constructor, and keeps them in final fields. Its static
/// methods have the instance as an additional last parameter. The other instructions are the same.
final class PreparedForm {

  /// Builds class files that are hashed but not defined. They have no stack maps, whose generation
  /// would take most of the time and look up classes.
  static final ClassFile UNVERIFIED =
      ClassFile.of(
          ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE);

  /// The version of this form; part of each hash.
  private static final long VERSION = 1;

  /// The magic number and the version of a class file, which depends on the JDK.
  private static final int HEAD_BYTES = 8;

  private static final ClassDesc LINK = Descriptors.of(Link.class);

  /// The type of the constructor's last argument.
  static final ClassDesc ARGUMENTS = OBJECT.arrayType();

  private final ClassModel hidden;
  private final ClassDesc self;
  private final Map<Integer, ClassDesc> constants = new TreeMap<>();

  private PreparedForm(ClassModel hidden) {
    this.hidden = hidden;
    this.self = hidden.thisClass().asSymbol();
    for (MethodModel method : hidden.methods()) {
      for (CodeElement element : code(method)) {
        if (element instanceof LoadConstantInstruction load
            && load.constantEntry() instanceof ConstantDynamicEntry constant) {
          constants.put(index(constant), isCodec(constant) ? LINK : constant.typeSymbol());
        }
      }
    }
  }

  /// Transforms a class file.
  ///
  /// @param hidden the class file of the hidden class, with the name of the result
  /// @param host the host of the nest that the class belongs to
  /// @param context builds the class file
  static byte[] of(byte[] hidden, ClassDesc host, ClassFile context) {
    PreparedForm form = new PreparedForm(ClassFile.of().parse(hidden));
    return context.build(form.self, builder -> form.emit(builder, host));
  }

  /// A hash of a class file except for its version. It is not cryptographic, since an attacker who
  /// can change the class path needs no collision.
  static long hash(byte[] bytes) {
    long hash = VERSION;
    for (int i = HEAD_BYTES; i < bytes.length; i++) {
      hash = (hash ^ bytes[i]) * 0x9E37_79B9_7F4A_7C15L;
      hash ^= hash >>> 32;
    }
    return hash;
  }

  private void emit(ClassBuilder builder, ClassDesc host) {
    builder
        .withFlags(ACC_FINAL | ACC_SYNTHETIC)
        .withSuperclass(hidden.superclass().orElseThrow())
        .withInterfaces(hidden.interfaces())
        .with(NestHostAttribute.of(host));
    hidden.fields().forEach(builder::with);
    constants.forEach(
        (index, type) -> builder.withField(field(index), type, ACC_PRIVATE | ACC_FINAL));
    hidden.methods().forEach(method -> emit(builder, method));
  }

  private void emit(ClassBuilder builder, MethodModel method) {
    boolean isConstructor = method.methodName().equalsString(INIT_NAME);
    boolean isStatic = method.flags().has(AccessFlag.STATIC);
    MethodTypeDesc type = method.methodTypeSymbol();
    int slots = slots(type, isStatic);
    MethodTypeDesc with =
        isConstructor ? with(type, ARGUMENTS) : isStatic ? with(type, self) : type;
    int added = isConstructor || isStatic ? slots : Integer.MAX_VALUE;
    builder.withMethodBody(
        method.methodName(),
        builder.constantPool().utf8Entry(with),
        method.flags().flagsMask(),
        code -> {
          if (isConstructor) {
            emitFields(code, slots);
          }
          int instance = isStatic ? slots : 0;
          CodeTransform transform = (to, element) -> emit(to, element, added, instance);
          code.transform(code(method), transform);
        });
  }

  /// Assigns the fields before calling the superclass's constructor, which class files permit.
  private void emitFields(CodeBuilder code, int arguments) {
    constants.forEach((index, type) ->
        code.aload(0)
            .aload(arguments)
            .loadConstant(index)
            .aaload()
            .checkcast(type)
            .putfield(self, field(index), type));
  }

  /// @param added the slot of the additional parameter, which shifts the local variables from there
  ///   on
  /// @param instance the slot of the instance
  private void emit(CodeBuilder code, CodeElement element, int added, int instance) {
    switch (element) {
      case LoadInstruction load when load.slot() >= added ->
          code.loadLocal(load.typeKind(), load.slot() + 1);
      case StoreInstruction store when store.slot() >= added ->
          code.storeLocal(store.typeKind(), store.slot() + 1);
      case IncrementInstruction increment when increment.slot() >= added ->
          code.iinc(increment.slot() + 1, increment.constant());
      case LoadConstantInstruction load
          when load.constantEntry() instanceof ConstantDynamicEntry constant -> {
        int index = index(constant);
        code.aload(instance).getfield(self, field(index), constants.get(index));
        if (isCodec(constant)) {
          code.invokevirtual(LINK, "codec", signature(CODEC));
        }
      }
      case InvokeInstruction call
          when call.opcode() == Opcode.INVOKESTATIC && call.owner().asSymbol().equals(self) ->
          code.aload(instance)
              .invokestatic(self, call.name().stringValue(), with(call.typeSymbol(), self));
      default -> code.with(element);
    }
  }

  private static CodeModel code(MethodModel method) {
    return method.code().orElseThrow();
  }

  private static String field(int index) {
    return "constant" + index;
  }

  /// The index of a constant in the class data.
  private static int index(ConstantDynamicEntry constant) {
    return (Integer) constant.asSymbol().bootstrapArgsList().getFirst();
  }

  private static boolean isCodec(ConstantDynamicEntry constant) {
    return constant.asSymbol().bootstrapMethod().equals(Constants.LINK_CODEC);
  }

  static MethodTypeDesc with(MethodTypeDesc type, ClassDesc last) {
    return type.insertParameterTypes(type.parameterCount(), last);
  }

  private static int slots(MethodTypeDesc type, boolean isStatic) {
    int slots = isStatic ? 0 : 1;
    for (ClassDesc parameter : type.parameterList()) {
      slots += TypeKind.from(parameter).slotSize();
    }
    return slots;
  }
}
