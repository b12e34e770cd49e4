// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import java.util.List;
import java.util.Optional;

/// Kryo with all classes registered, its default serializers, and its unsafe buffers for native
/// memory.
final class KryoLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  /// The flags that Kryo's unsafe buffers need, and one to suppress the JDK's warning about
  /// `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags() {
    return List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Kryo kryo = KryoSetup.settings(graphCase.references());
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
    }
    KryoSetup.register(kryo, graphCase.object().userTypes());
    return new KryoCodec(kryo, graphCase.buffer(), graphCase.object().type());
  }
}
