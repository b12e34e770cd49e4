// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Optional;

/// The JDK's own serialization. Its one mode always tracks references, and is always compatible.
final class JdkLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return List.of();
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return new Codec(graphCase.buffer());
  }

  private static final class Codec extends ArrayCodec {
    private final OpenByteArray bytes = new OpenByteArray();

    Codec(GraphCase.Buffer buffer) {
      super(buffer);
    }

    @Override
    int encode(Object object) throws IOException {
      bytes.reset();
      try (var output = new ObjectOutputStream(bytes)) {
        output.writeObject(object);
      }
      return bytes.size();
    }

    @Override
    byte[] encoded() {
      return bytes.array();
    }

    @Override
    @SuppressWarnings("BanSerializableRead") // one of the libraries to compare
    Object decode(byte[] bytes, int length) throws IOException {
      try (var input = new ObjectInputStream(new ByteArrayInputStream(bytes, 0, length))) {
        return input.readObject();
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
