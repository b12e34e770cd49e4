// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.caucho.hessian.io.Hessian2Input;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Hessian 2. Its one mode always tracks references, and is always compatible.
final class HessianLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  /// The library needs none; this flag only suppresses the JDK's warning about `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags() {
    return List.of("--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return new Codec(graphCase);
  }

  private static final class Codec extends ArrayCodec {
    private final OpenByteArray bytes = new OpenByteArray();
    private final Hessian2Output output = new Hessian2Output();
    private final Hessian2Input input = new Hessian2Input();
    private final Class<?> type;

    Codec(GraphCase graphCase) {
      super(graphCase.buffer());
      var factory = new SerializerFactory();
      output.setSerializerFactory(factory);
      input.setSerializerFactory(factory);
      this.type = graphCase.object().type();
    }

    @Override
    int encode(Object object) throws IOException {
      bytes.reset();
      output.init(bytes);
      output.writeObject(object);
      output.flush();
      return bytes.size();
    }

    @Override
    byte[] encoded() {
      return bytes.array();
    }

    @Override
    Object decode(byte[] bytes, int length) throws IOException {
      input.init(new ByteArrayInputStream(bytes, 0, length));
      return input.readObject(type);
    }
  }
}
