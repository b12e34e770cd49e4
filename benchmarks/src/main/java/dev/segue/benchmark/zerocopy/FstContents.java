// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.ArrayCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import org.nustaq.serialization.FSTBasicObjectSerializer;
import org.nustaq.serialization.FSTClazzInfo;
import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectInput;
import org.nustaq.serialization.FSTObjectOutput;

/// FST. It does not support buffers itself and gets a serializer for those on the heap; native
/// memory takes one more copy.
final class FstContents extends ArrayCodec {
  private final FSTConfiguration fst = FSTConfiguration.createDefaultConfiguration();
  private final int[] length = {0};

  FstContents(ZeroCopyCase zeroCopyCase) {
    super(zeroCopyCase.buffer(), ZeroCopyCase.BUFFER_BYTES);
    fst.setShareReferences(false);
    fst.registerClass(ArrayList.class);
    fst.registerClass(zeroCopyCase.data().userTypes().toArray(Class<?>[]::new));
    Class<?> heapBuffer = ByteBuffer.allocate(0).getClass();
    fst.registerSerializer(heapBuffer, new HeapBuffers(), false);
    fst.registerClass(heapBuffer);
  }

  @Override
  protected int encode(Object object) {
    encoded = fst.asSharedByteArray(object, length);
    return length[0];
  }

  @Override
  protected Object decode(byte[] bytes, int length) throws IOException, ClassNotFoundException {
    return fst.getObjectInput(bytes, length).readObject();
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
    @SuppressWarnings("rawtypes") // as the method that it overrides
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
