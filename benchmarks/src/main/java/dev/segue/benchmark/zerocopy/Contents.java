// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// What there is to be written.
public enum Contents {
  /// A list of five buffers on the heap, of so many bytes each.
  BUFFER {
    @Override
    Object create(int arraySize) {
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

  /// An object with five arrays of primitives, of so many elements each.
  PRIMITIVE_ARRAY {
    @Override
    Object create(int arraySize) {
      return new PrimitiveArrays(arraySize, new Random(SEED));
    }

    @Override
    List<Class<?>> userTypes() {
      return List.of(PrimitiveArrays.class);
    }
  };

  private static final long SEED = 20;
  private static final int BUFFERS = 5;

  /// Creates an object, the same one each time.
  ///
  /// @param arraySize the bytes of a buffer, or the elements of an array
  abstract Object create(int arraySize);

  /// The classes that a library has to be told of.
  abstract List<Class<?>> userTypes();
}
