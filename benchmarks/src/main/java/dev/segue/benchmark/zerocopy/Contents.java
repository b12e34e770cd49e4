// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The objects with large contents.
public enum Contents {
  /// A list of five buffers on the heap.
  BUFFER {
    @Override
    public Object create(int arraySize) {
      var random = new Random(SEED);
      var buffers = new ArrayList<ByteBuffer>();
      for (int i = 0; i < BUFFERS; i++) {
        var bytes = new byte[arraySize];
        random.nextBytes(bytes);
        buffers.add(ByteBuffer.wrap(bytes));
      }
      return buffers;
    }

    @Override
    List<Class<?>> userTypes() {
      return List.of();
    }
  },

  /// An object with five primitive arrays.
  PRIMITIVE_ARRAY {
    @Override
    public Object create(int arraySize) {
      return new PrimitiveArrays(arraySize, new Random(SEED));
    }

    @Override
    List<Class<?>> userTypes() {
      return List.of(PrimitiveArrays.class);
    }
  };

  private static final long SEED = 20;
  private static final int BUFFERS = 5;

  /// Creates the object; all results are equal.
  ///
  /// @param arraySize the bytes of each buffer, or the elements of each array
  public abstract Object create(int arraySize);

  /// Returns the classes to register.
  abstract List<Class<?>> userTypes();
}
