// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.nustaq.serialization.FSTBasicObjectSerializer;
import org.nustaq.serialization.FSTClazzInfo;
import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectInput;
import org.nustaq.serialization.FSTObjectOutput;

/// FST. It does not support buffers itself and gets a serializer for those on the heap; native
/// memory takes one more copy.
final class FstContents implements GraphCodec {
  private final FSTConfiguration fst = FSTConfiguration.createDefaultConfiguration();
  private final int[] length = {0};
  private final @Nullable ByteBuffer direct;
  private final byte[] fetched;
  private byte[] written = {};

  FstContents(ZeroCopyCase zeroCopyCase) {
    boolean isDirect = zeroCopyCase.buffer() == GraphCase.Buffer.DIRECT;
    this.direct = isDirect ? ByteBuffer.allocateDirect(ZeroCopyCase.BUFFER_BYTES) : null;
    this.fetched = new byte[isDirect ? ZeroCopyCase.BUFFER_BYTES : 0];
    fst.setShareReferences(false);
    fst.registerClass(ArrayList.class);
    fst.registerClass(zeroCopyCase.data().userTypes().toArray(Class<?>[]::new));
    Class<?> heapBuffer = ByteBuffer.allocate(0).getClass();
    fst.registerSerializer(heapBuffer, new HeapBuffers(), false);
    fst.registerClass(heapBuffer);
  }

  @Override
  public long serialize(Object object) {
    written = fst.asSharedByteArray(object, length);
    if (direct != null) {
      direct.put(0, written, 0, length[0]);
    }
    return length[0];
  }

  @Override
  public Object deserialize() {
    byte[] bytes = written;
    if (direct != null) {
      direct.get(0, fetched, 0, length[0]);
      bytes = fetched;
    }
    try {
      return fst.getObjectInput(bytes, length[0]).readObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
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
