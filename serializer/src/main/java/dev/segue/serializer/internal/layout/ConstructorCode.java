// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
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
/// The code is executed with symbols instead of values. What it may do: call a constructor of the
/// same kind with parameters, put parameters into fields of the class, put zeros into fields that
/// have not been assigned, and check parameters for null. Anything else ends the search, and so
/// does a branch.
final class ConstructorCode {

  /// Methods that check their first argument for null, and return it.
  private static final Set<String> RETURNING_CHECKS = Set.of("java/util/Objects.requireNonNull");

  /// Methods that check their first argument for null, and return nothing.
  private static final Set<String> CHECKS =
      Set.of("kotlin/jvm/internal/Intrinsics.checkNotNullParameter");

  /// Methods that do nothing.
  private static final Set<String> NOTHING = Set.of("scala/Product.$init$");

  /// What is on the stack.
  private enum Symbol implements Value {
    THIS,
    ZERO,
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

  /// Null if there is no class file, or one of a version that this JDK cannot parse.
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

  /// What a constructor does; null if it is more than to assign its parameters.
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

  /// One constructor that is executed.
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
      for (CodeElement element : body) {
        if (element instanceof ReturnInstruction) {
          return isInitialized ? result() : null;
        }
        if (!execute(element)) {
          return null;
        }
      }
      return null;
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

    private boolean execute(CodeElement element) {
      if (element instanceof PseudoInstruction) {
        return !(element instanceof ExceptionCatch);
      }
      if (element instanceof LoadInstruction load) {
        stack.push(local(load.slot()));
        return true;
      }
      if (element instanceof ConstantInstruction constant) {
        stack.push(isZero(constant.constantValue()) ? Symbol.ZERO : Symbol.OTHER);
        return true;
      }
      if (element instanceof FieldInstruction access) {
        return put(access);
      }
      if (element instanceof InvokeInstruction call) {
        return invoke(call);
      }
      if (element instanceof StackInstruction operation) {
        return operation.opcode() == Opcode.POP && stack.poll() != null;
      }
      return element instanceof TypeCheckInstruction cast && isOfItsType(cast, stack.peek());
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
      if (access.opcode() != Opcode.PUTFIELD
          || !access.owner().asInternalName().equals(type.getName().replace('.', '/'))) {
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

    private boolean invoke(InvokeInstruction call) {
      MethodTypeDesc signature = call.typeSymbol();
      Value[] arguments = new Value[signature.parameterCount()];
      for (int i = arguments.length; i-- > 0; ) {
        arguments[i] = stack.pop();
      }
      return switch (call.opcode()) {
        case INVOKESPECIAL ->
            call.name().equalsString(INIT_NAME)
                && stack.pop() == Symbol.THIS
                && construct(call.owner().asInternalName(), signature, arguments);
        case INVOKESTATIC -> check(call, arguments);
        default -> false;
      };
    }

    private boolean check(InvokeInstruction call, Value[] arguments) {
      String method = call.owner().asInternalName().concat(".").concat(call.name().stringValue());
      if (NOTHING.contains(method)) {
        return true;
      }
      boolean returns = RETURNING_CHECKS.contains(method);
      if (!(returns || CHECKS.contains(method)) || !(arguments[0] instanceof Parameter)) {
        return false;
      }
      checksNulls = true;
      if (returns) {
        stack.push(arguments[0]);
      }
      return true;
    }

    /// Another constructor of the class, or one of the superclass.
    private boolean construct(String owner, MethodTypeDesc signature, Value[] arguments) {
      Class<?> parent = type.getSuperclass();
      boolean isOwn = owner.equals(type.getName().replace('.', '/'));
      if (isInitialized || (!isOwn && !owner.equals(parent.getName().replace('.', '/')))) {
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

  private @Nullable AssigningConstructor examine(MethodTypeDesc signature) {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (descriptor(constructor).equals(signature.descriptorString())) {
        return examine(constructor);
      }
    }
    return null;
  }
}
