// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.nustaq.serialization.FSTConfiguration;

/// FST with all classes registered.
final class FstLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return graphCase.schema() == GraphCase.Schema.COMPATIBLE
        ? Optional.of("fst reads other versions of a class only if fields are annotated")
        : Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return Stream.of(
            "java.base/java.lang",
            "java.base/java.math",
            "java.base/java.net",
            "java.base/java.text",
            "java.base/java.time",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.sql/java.sql")
        .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
        .toList();
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return new Codec(graphCase);
  }

  private static final class Codec extends ArrayCodec {
    private final FSTConfiguration fst = FSTConfiguration.createDefaultConfiguration();
    private final int[] length = {0};
    private byte[] bytes = {};

    Codec(GraphCase graphCase) {
      super(graphCase.buffer());
      fst.setShareReferences(graphCase.references());
      fst.registerClass(ArrayList.class);
      fst.registerClass(graphCase.object().userTypes().toArray(Class<?>[]::new));
    }

    @Override
    int encode(Object object) {
      bytes = fst.asSharedByteArray(object, length);
      return length[0];
    }

    @Override
    byte[] encoded() {
      return bytes;
    }

    @Override
    Object decode(byte[] bytes, int length) throws IOException {
      try {
        return fst.getObjectInput(bytes, length).readObject();
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
