// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.FstCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.nustaq.serialization.FSTBasicObjectSerializer;
import org.nustaq.serialization.FSTClazzInfo;
import org.nustaq.serialization.FSTObjectInput;
import org.nustaq.serialization.FSTObjectOutput;

/// FST. It does not support buffers, and gets a serializer for heap buffers; native memory requires
/// another copy.
final class FstContents extends FstCodec {
  FstContents(ZeroCopyCase zeroCopyCase) {
    super(zeroCopyCase.buffer(), ZeroCopyCase.BUFFER_BYTES, false, zeroCopyCase.data().userTypes());
    Class<?> heapBuffer = ByteBuffer.allocate(0).getClass();
    fst.registerSerializer(heapBuffer, new HeapBuffers(), false);
    fst.registerClass(heapBuffer);
  }

  private static final class HeapBuffers extends FSTBasicObjectSerializer {
    @Override
    public void writeObject(
        FSTObjectOutput output,
        Object object,
        FSTClazzInfo type,
        FSTClazzInfo.FSTFieldInfo referencedBy,
        int position)
        throws IOException {
      var buffer = (ByteBuffer) object;
      output.writeInt(buffer.remaining());
      output.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    }

    @Override
    @SuppressWarnings("rawtypes") // as in the overridden method
    public Object instantiate(
        Class type,
        FSTObjectInput input,
        FSTClazzInfo info,
        FSTClazzInfo.FSTFieldInfo referencedBy,
        int position)
        throws IOException {
      var bytes = new byte[input.readInt()];
      input.readFully(bytes);
      return ByteBuffer.wrap(bytes);
    }
  }
}
