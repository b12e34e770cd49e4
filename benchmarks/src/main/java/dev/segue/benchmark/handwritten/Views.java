// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.handwritten;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Views of unaligned little-endian numbers in a byte array.
final class Views {
  static final VarHandle CHAR =
      MethodHandles.byteArrayViewVarHandle(char[].class, LITTLE_ENDIAN).withInvokeExactBehavior();
  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, LITTLE_ENDIAN).withInvokeExactBehavior();
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN).withInvokeExactBehavior();
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN).withInvokeExactBehavior();
  static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, LITTLE_ENDIAN).withInvokeExactBehavior();
  static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, LITTLE_ENDIAN).withInvokeExactBehavior();

  private Views() {}
}
