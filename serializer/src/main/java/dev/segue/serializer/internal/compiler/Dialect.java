// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import dev.segue.serializer.internal.memory.ArraysInBytes;
import dev.segue.serializer.internal.memory.ArraysInSegments;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.foreign.MemorySegment;

/// The kinds of memory that code is generated for. Each generated method sees one of them only, so
/// that what it calls stays monomorphic.
enum Dialect {
  /// A byte array and `int` indices.
  BYTES(byte[].class, ConstantDescs.CD_int, ByteArrays.class, ArraysInBytes.class, 32),
  /// Any segment and `long` offsets.
  SEGMENT(MemorySegment.class, ConstantDescs.CD_long, Segments.class, ArraysInSegments.class, 16);

  private final ClassDesc memory;
  private final ClassDesc position;
  private final ClassDesc access;
  private final ClassDesc arrays;
  private final int boxedPerMethod;

  Dialect(
      Class<?> memory, ClassDesc position, Class<?> access, Class<?> arrays, int boxedPerMethod) {
    this.memory = memory.describeConstable().orElseThrow();
    this.position = position;
    this.access = access.describeConstable().orElseThrow();
    this.arrays = arrays.describeConstable().orElseThrow();
    this.boxedPerMethod = boxedPerMethod;
  }

  /// The type that memory is passed as.
  ClassDesc memory() {
    return memory;
  }

  /// The type of positions in it.
  ClassDesc position() {
    return position;
  }

  TypeKind positionKind() {
    return TypeKind.from(position);
  }

  /// The class with `putInt` and the like.
  ClassDesc access() {
    return access;
  }

  /// The class with bulk `put` and `get`.
  ClassDesc arrays() {
    return arrays;
  }

  /// How many boxed fields one method writes, or reads of a bean: 16 or 32. In segments C1 gives up
  /// on 32, and what C2 makes of the method then, without knowing what it meets, is many times
  /// slower.
  int boxedPerMethod() {
    return boxedPerMethod;
  }
}
