// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.nustaq.serialization.FSTConfiguration;

/// FST with all classes registered.
public class FstCodec extends ArrayCodec {
  /// The configuration of this codec.
  protected final FSTConfiguration fst = FSTConfiguration.createDefaultConfiguration();

  private final int[] length = {0};

  FstCodec(GraphCase graphCase) {
    this(
        graphCase.buffer(),
        GraphCase.BUFFER_BYTES,
        graphCase.references(),
        graphCase.object().userTypes());
  }

  /// @param bytes the size of the largest object
  protected FstCodec(
      GraphCase.Buffer buffer, int bytes, boolean references, List<Class<?>> userTypes) {
    super(buffer, bytes);
    fst.setShareReferences(references);
    fst.registerClass(ArrayList.class);
    fst.registerClass(userTypes.toArray(Class<?>[]::new));
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
}
