// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.alibaba.fastjson2.JSONB;
import com.alibaba.fastjson2.JSONReader;
import com.alibaba.fastjson2.JSONWriter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// fastjson2's binary JSON: fields by position if reader and writer have the same version of the
/// class, by name otherwise.
final class JsonbLibrary implements GraphLibrary {
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
    private final Class<?> type;
    private final JSONWriter.Context writing;
    private final JSONReader.Feature[] reading;
    private byte[] bytes = {};

    Codec(GraphCase graphCase) {
      super(graphCase.buffer());
      this.type = graphCase.object().type();
      this.writing = new JSONWriter.Context(JSONWriter.Feature.FieldBased);
      writing.config(JSONWriter.Feature.ReferenceDetection, graphCase.references());
      if (graphCase.schema() == GraphCase.Schema.CONSISTENT) {
        writing.config(JSONWriter.Feature.BeanToArray);
        this.reading =
            new JSONReader.Feature[] {
              JSONReader.Feature.FieldBased, JSONReader.Feature.SupportArrayToBean
            };
      } else {
        this.reading = new JSONReader.Feature[] {JSONReader.Feature.FieldBased};
      }
    }

    @Override
    int encode(Object object) {
      bytes = JSONB.toBytes(object, writing);
      return bytes.length;
    }

    @Override
    byte[] encoded() {
      return bytes;
    }

    @Override
    Object decode(byte[] bytes, int length) {
      return Objects.requireNonNull(JSONB.<Object>parseObject(bytes, 0, length, type, reading));
    }
  }
}
