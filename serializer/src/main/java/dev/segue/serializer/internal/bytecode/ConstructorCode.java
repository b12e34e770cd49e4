// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.bytecode;

import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the bytecode of a class and finds its [AssigningConstructor]s.
///
/// The code is executed with symbols instead of values. It may call a constructor of the same kind
/// with parameters, store parameters in fields of the class, store zeros in unassigned fields, and
/// check parameters for null. Anything else ends the search. One of the two paths after a branch
/// must throw ([ConstructorPath]), so that only one path creates an object.
final class ConstructorCode {

  /// Methods that only check their first argument for null. If they return a value, it is this
  /// argument.
  private static final Set<String> CHECKS =
      Set.of(
          "java/util/Objects.requireNonNull",
          "com/google/common/base/Preconditions.checkNotNull",
          "com/google/common/base/Verify.verifyNotNull",
          "io/netty/util/internal/ObjectUtil.checkNotNull",
          "kotlin/jvm/internal/Intrinsics.checkNotNullParameter",
          "kotlin/jvm/internal/Intrinsics.checkParameterIsNotNull",
          "org/apache/commons/lang3/Validate.notNull",
          "org/springframework/util/Assert.notNull");

  /// Methods that do nothing.
  private static final Set<String> NOTHING = Set.of("scala/Product.$init$");

  private static final ClassDesc LAMBDAS =
      LambdaMetafactory.class.describeConstable().orElseThrow();

  /// A value on the operand stack.
  private enum Symbol implements Value {
    THIS,
    ZERO,
    ASSERTIONS_DISABLED,
    OTHER
  }

  private sealed interface Value {}

  private record Parameter(int index) implements Value {}

  private final Class<?> type;
  private final ClassModel code;

  private ConstructorCode(Class<?> type, ClassModel code) {
    this.type = type;
    this.code = code;
  }

  /// Null if there is no class file, or its version is too new for this JDK to parse.
  static @Nullable ConstructorCode of(Class<?> type) {
    String name = type.getName();
    String file = name.substring(name.lastIndexOf('.') + 1).concat(".class");
    try (InputStream bytes = type.getResourceAsStream(file)) {
      return bytes == null
          ? null
          : new ConstructorCode(type, ClassFile.of().parse(bytes.readAllBytes()));
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  /// The effect of a constructor; null if it does more than assign its parameters.
  @Nullable AssigningConstructor examine(Constructor<?> constructor) {
    for (MethodModel method : code.methods()) {
      if (method.methodName().equalsString(INIT_NAME)
          && method.methodTypeSymbol().descriptorString().equals(descriptor(constructor))) {
        try {
          CodeModel body = method.code().orElse(null);
          return body == null ? null : new Execution(constructor).run(body);
        } catch (IllegalArgumentException e) {
          return null; // the class file is damaged
        }
      }
    }
    return null;
  }

  private static String descriptor(Constructor<?> constructor) {
    StringBuilder descriptor = new StringBuilder("(");
    for (Class<?> parameter : constructor.getParameterTypes()) {
      descriptor.append(parameter.descriptorString());
    }
    return descriptor.append(")V").toString();
  }

  /// The symbolic execution of one constructor.
  private final class Execution {

    private final Constructor<?> constructor;
    private final Class<?>[] types;
    private final @Nullable Field[] assigned;
    private final Set<Field> all = new HashSet<>();
    private final Deque<Value> stack = new ArrayDeque<>();
    private boolean checksNulls;
    private boolean isInitialized;

    Execution(Constructor<?> constructor) {
      this.constructor = constructor;
      this.types = constructor.getParameterTypes();
      this.assigned = new Field[types.length];
    }

    @Nullable AssigningConstructor run(CodeModel body) {
      ConstructorPath path = new ConstructorPath(body);
      while (path.isOpen()) {
        Instruction instruction = path.instruction();
        if (instruction instanceof ReturnInstruction) {
          return isInitialized ? result() : null;
        }
        if (instruction instanceof BranchInstruction branch) {
          branch(path, branch);
        } else if (execute(instruction, path.isOptional())) {
          path.advance();
        } else {
          return null;
        }
      }
      return null;
    }

    private void branch(ConstructorPath path, BranchInstruction branch) {
      switch (branch.opcode()) {
        case GOTO, GOTO_W -> path.jump(branch);
        case IFNULL, IFNONNULL -> {
          checksNulls = true;
          path.checkNull(branch, stack.pop() instanceof Parameter);
        }
        case IF_ACMPEQ, IF_ACMPNE -> { // null == parameter
          checksNulls = true;
          Value right = stack.pop();
          path.checkNull(branch, right instanceof Parameter && stack.pop() == Symbol.ZERO);
        }
        case IFNE -> path.skipAssertion(branch, stack.pop() == Symbol.ASSERTIONS_DISABLED);
        default -> path.end();
      }
    }

    private @Nullable AssigningConstructor result() {
      List<Field> parameters = new ArrayList<>();
      for (int i = 0; i < types.length; i++) {
        Field field = assigned[i];
        if (field == null || field.getType() != types[i]) {
          return null;
        }
        parameters.add(field);
      }
      return new AssigningConstructor(constructor, parameters, checksNulls);
    }

    /// @param isOptional whether this is part of an assertion, which must have no side effects
    private boolean execute(Instruction instruction, boolean isOptional) {
      if (instruction instanceof LoadInstruction load) {
        return push(local(load.slot()));
      }
      if (instruction instanceof ConstantInstruction constant) {
        return push(isZero(constant.constantValue()) ? Symbol.ZERO : Symbol.OTHER);
      }
      if (instruction instanceof FieldInstruction access) {
        return access.opcode() == Opcode.GETSTATIC
            ? readsAssertionStatus(access) && push(Symbol.ASSERTIONS_DISABLED)
            : !isOptional && put(access);
      }
      if (instruction instanceof InvokeInstruction call) {
        return invoke(call, isOptional);
      }
      if (instruction instanceof InvokeDynamicInstruction call) {
        return makeLambda(call);
      }
      if (instruction instanceof NewReferenceArrayInstruction) { // a varargs array
        return stack.pop() == Symbol.ZERO && push(Symbol.OTHER);
      }
      if (instruction instanceof StackInstruction operation) {
        return operation.opcode() == Opcode.POP && stack.poll() != null;
      }
      return instruction instanceof TypeCheckInstruction cast && isOfItsType(cast, stack.peek());
    }

    private boolean push(Value value) {
      stack.push(value);
      return true;
    }

    private boolean readsAssertionStatus(FieldInstruction access) {
      return access.name().equalsString("$assertionsDisabled") && isOwn(access.owner());
    }

    private boolean makeLambda(InvokeDynamicInstruction call) {
      for (int i = call.typeSymbol().parameterCount(); i-- > 0; ) {
        stack.pop();
      }
      return call.bootstrapMethod().owner().equals(LAMBDAS) && push(Symbol.OTHER);
    }

    /// Whether a cast cannot fail.
    private boolean isOfItsType(TypeCheckInstruction cast, @Nullable Value value) {
      return cast.opcode() == Opcode.CHECKCAST
          && value instanceof Parameter(int index)
          && cast.type().asSymbol().descriptorString().equals(types[index].descriptorString());
    }

    private Value local(int slot) {
      int at = 1;
      for (int i = 0; i < types.length; i++) {
        if (slot == at) {
          return new Parameter(i);
        }
        at += types[i] == long.class || types[i] == double.class ? 2 : 1;
      }
      return slot == 0 ? Symbol.THIS : Symbol.OTHER;
    }

    private static boolean isZero(ConstantDesc constant) {
      return constant.equals(ConstantDescs.NULL)
          || constant.equals(0)
          || constant.equals(0L)
          || constant.equals(0f)
          || constant.equals(0d);
    }

    private boolean put(FieldInstruction access) {
      if (access.opcode() != Opcode.PUTFIELD || !isOwn(access.owner())) {
        return false;
      }
      Value value = stack.pop();
      if (stack.pop() != Symbol.THIS) {
        return false;
      }
      try {
        Field field = type.getDeclaredField(access.name().stringValue());
        return value == Symbol.ZERO
            ? !all.contains(field)
            : value instanceof Parameter(int index) && assign(index, field);
      } catch (NoSuchFieldException e) {
        return false;
      }
    }

    private boolean assign(int parameter, Field field) {
      if (assigned[parameter] != null || Modifier.isStatic(field.getModifiers())) {
        return false;
      }
      assigned[parameter] = field;
      return all.add(field);
    }

    private boolean invoke(InvokeInstruction call, boolean isOptional) {
      MethodTypeDesc signature = call.typeSymbol();
      Value[] arguments = new Value[signature.parameterCount()];
      for (int i = arguments.length; i-- > 0; ) {
        arguments[i] = stack.pop();
      }
      return switch (call.opcode()) {
        case INVOKESPECIAL ->
            call.name().equalsString(INIT_NAME)
                && stack.pop() == Symbol.THIS
                && !isOptional
                && construct(call.owner(), signature, arguments);
        case INVOKESTATIC -> check(call, arguments);
        default -> false;
      };
    }

    private boolean check(InvokeInstruction call, Value[] arguments) {
      String method = call.owner().asInternalName().concat(".").concat(call.name().stringValue());
      if (NOTHING.contains(method)) {
        return true;
      }
      if (!CHECKS.contains(method) || !(arguments[0] instanceof Parameter)) {
        return false;
      }
      checksNulls = true;
      boolean returns = !call.typeSymbol().returnType().equals(ConstantDescs.CD_void);
      return !returns || push(arguments[0]);
    }

    /// Calls another constructor of the class, or a constructor of the superclass.
    private boolean construct(ClassEntry owner, MethodTypeDesc signature, Value[] arguments) {
      Class<?> parent = type.getSuperclass();
      boolean isOwn = isOwn(owner);
      if (isInitialized || (!isOwn && !names(owner, parent))) {
        return false;
      }
      isInitialized = true;
      if (!isOwn && (parent == Object.class || parent == Number.class)) {
        return true;
      }
      ConstructorCode called =
          isOwn ? ConstructorCode.this : parent.getName().startsWith("java.") ? null : of(parent);
      AssigningConstructor callee = called == null ? null : called.examine(signature);
      if (callee == null) {
        return false;
      }
      checksNulls |= callee.checksNulls();
      for (int i = 0; i < arguments.length; i++) {
        if (!(arguments[i] instanceof Parameter(int index))
            || !assign(index, callee.parameters().get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  private boolean isOwn(ClassEntry owner) {
    return names(owner, type);
  }

  private static boolean names(ClassEntry entry, Class<?> type) {
    return entry.asInternalName().equals(type.getName().replace('.', '/'));
  }

  private @Nullable AssigningConstructor examine(MethodTypeDesc signature) {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (descriptor(constructor).equals(signature.descriptorString())) {
        return examine(constructor);
      }
    }
    return null;
  }
}
