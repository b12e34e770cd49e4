// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static dev.segue.serializer.internal.compiler.Descriptors.OBJECT;
import static dev.segue.serializer.internal.compiler.Descriptors.signature;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.memory.ArraysInBytes;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/// The kinds of memory that code is generated for, and the instructions that differ between them.
/// Each generated method accesses one kind only, so that its calls stay monomorphic. To support a
/// new kind of memory, add a constant here; the emitters do not distinguish kinds.
enum Dialect {
  /// A byte array and `int` indices.
  BYTES(byte[].class, CD_int, ByteArrays.class, ArraysInBytes.class, 32) {
    @Override
    Block openStraightBlock(CodeBuilder code, int memory, int start, int sizeBytes) {
      return new Block(memory, start);
    }

    @Override
    void closeStraightBlock(CodeBuilder code, int memory) {
      // The instructions use the array itself.
    }

    @Override
    Block continueStraightBlock(CodeBuilder code, Block block) {
      return block;
    }

    @Override
    void loadAddressInBlock(CodeBuilder code, Block block, int offset, PrimitiveKind kind) {
      code.aload(block.memory()).iload(block.origin()).loadConstant(offset).iadd();
    }

    @Override
    void loadAddress(CodeBuilder code, int memory, int position, PrimitiveKind kind) {
      code.aload(memory).iload(position);
    }

    @Override
    void put(CodeBuilder code, PrimitiveKind kind) {
      callPut(code, kind);
    }

    @Override
    void get(CodeBuilder code, PrimitiveKind kind) {
      ClassDesc type = PrimitiveCode.type(kind);
      code.invokestatic(access(), "get" + kind.suffix(), signature(type, memory(), position()));
    }
  },
  /// Any segment and `long` offsets. Values are accessed with the methods of `MemorySegment`, not
  /// with `Segments.putInt` and the like: C2 stops inlining small methods in a large one, except
  /// methods that the JDK marks with `@ForceInline`.
  SEGMENT(MemorySegment.class, CD_long, Segments.class, ArraysInSegments.class, 16) {
    @Override
    Block openStraightBlock(CodeBuilder code, int memory, int start, int sizeBytes) {
      Block block = newBlock(code);
      code.aload(memory).lload(start).loadConstant((long) sizeBytes);
      code.invokestatic(
          access(), "straightBlock", signature(memory(), memory(), position(), position()));
      code.astore(block.memory());
      code.aload(block.memory()).aload(memory).lload(start);
      code.invokestatic(access(), "origin", signature(position(), memory(), memory(), position()));
      code.lstore(block.origin());
      return block;
    }

    @Override
    void closeStraightBlock(CodeBuilder code, int memory) {
      code.aload(memory);
      code.invokestatic(REFERENCE, "reachabilityFence", signature(CD_void, OBJECT));
    }

    @Override
    Block continueStraightBlock(CodeBuilder code, Block block) {
      Block continued = newBlock(code);
      code.aload(block.memory());
      code.invokestatic(access(), "continued", signature(memory(), memory()));
      code.astore(continued.memory());
      code.lload(block.origin());
      code.invokestatic(access(), "continued", signature(position(), position()));
      code.lstore(continued.origin());
      return continued;
    }

    private static Block newBlock(CodeBuilder code) {
      return new Block(code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.LONG));
    }

    @Override
    void loadAddressInBlock(CodeBuilder code, Block block, int offset, PrimitiveKind kind) {
      code.aload(block.memory()).getstatic(access(), kind.name(), layout(kind));
      code.lload(block.origin()).loadConstant((long) offset).ladd();
    }

    @Override
    void loadAddress(CodeBuilder code, int memory, int position, PrimitiveKind kind) {
      code.aload(memory).getstatic(access(), kind.name(), layout(kind)).lload(position);
    }

    @Override
    void put(CodeBuilder code, PrimitiveKind kind) {
      code.invokeinterface(
          memory(), "set", signature(CD_void, layout(kind), position(), PrimitiveCode.type(kind)));
    }

    @Override
    void get(CodeBuilder code, PrimitiveKind kind) {
      code.invokeinterface(
          memory(), "get", signature(PrimitiveCode.type(kind), layout(kind), position()));
    }

    private static ClassDesc layout(PrimitiveKind kind) {
      return Descriptors.of(ValueLayout.class).nested("Of" + kind.suffix());
    }
  };

  private static final ClassDesc REFERENCE = Descriptors.of(Reference.class);

  /// An open block: the local variables with its memory and its position in it.
  record Block(int memory, int origin) {}

  private final ClassDesc memory;
  private final ClassDesc position;
  private final ClassDesc access;
  private final ClassDesc arrays;
  private final int boxedPerMethod;

  Dialect(
      Class<?> memory, ClassDesc position, Class<?> access, Class<?> arrays, int boxedPerMethod) {
    this.memory = Descriptors.of(memory);
    this.position = position;
    this.access = Descriptors.of(access);
    this.arrays = Descriptors.of(arrays);
    this.boxedPerMethod = boxedPerMethod;
  }

  /// Opens a fixed block of memory for fast access: one bounds check may cover all accesses. The
  /// code must execute only loads and stores until the last access. Accesses use absolute
  /// addresses, so call [#closeStraightBlock] after the last one.
  abstract Block openStraightBlock(CodeBuilder code, int memory, int start, int sizeBytes);

  /// Keeps the memory of a straight block reachable up to this point. An address does not keep it
  /// reachable, so an automatic arena might free the memory once no later instruction needs its
  /// segment. After an exception, no fence is needed, since no access follows.
  abstract void closeStraightBlock(CodeBuilder code, int memory);

  /// Continues a straight block in another method, to which its local variables were passed.
  abstract Block continueStraightBlock(CodeBuilder code, Block block);

  /// Loads the address of a value in an open block.
  abstract void loadAddressInBlock(CodeBuilder code, Block block, int offset, PrimitiveKind kind);

  /// Loads the address of a value at a position.
  abstract void loadAddress(CodeBuilder code, int memory, int position, PrimitiveKind kind);

  /// Stores the value on the stack at the address below it.
  abstract void put(CodeBuilder code, PrimitiveKind kind);

  /// Loads the value at the address on the stack.
  abstract void get(CodeBuilder code, PrimitiveKind kind);

  /// Calls the method that stores the value on the stack at the position below it, in the memory
  /// below that.
  final void callPut(CodeBuilder code, PrimitiveKind kind) {
    code.invokestatic(
        access,
        "put" + kind.suffix(),
        signature(CD_void, memory, position, PrimitiveCode.type(kind)));
  }

  /// The parameter type for memory.
  final ClassDesc memory() {
    return memory;
  }

  /// The type of positions, `int` or `long`.
  final ClassDesc position() {
    return position;
  }

  final TypeKind positionKind() {
    return TypeKind.from(position);
  }

  final boolean hasLongPositions() {
    return positionKind() == TypeKind.LONG;
  }

  /// The class with `putInt` and the like.
  final ClassDesc access() {
    return access;
  }

  /// The class with bulk `put` and `get`.
  final ClassDesc arrays() {
    return arrays;
  }

  /// The number of boxed fields that one method writes, or reads of a bean: 16 or 32. For segments,
  /// C1 bails out of methods with 32, and C2 then compiles them without a profile, to code that is
  /// many times slower.
  final int boxedPerMethod() {
    return boxedPerMethod;
  }
}
