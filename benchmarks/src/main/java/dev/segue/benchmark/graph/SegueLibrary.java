// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Segue with all classes registered; by default, or with `java.lang` opened to it, which makes
/// strings faster.
final class SegueLibrary implements GraphLibrary {
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /// One serializer for all threads that measure a case, as in a program.
  private static final Map<GraphCase, Serializer> SERIALIZERS = new ConcurrentHashMap<>();

  private final List<String> jvmFlags;

  private final Execution execution;

  private final @Nullable SchemaRegistry registry;

  private SegueLibrary(Execution execution, String... jvmFlags) {
    this(execution, null, jvmFlags);
  }

  private SegueLibrary(Execution execution, @Nullable SchemaRegistry registry, String... jvmFlags) {
    this.execution = execution;
    this.registry = registry;
    this.jvmFlags = List.of(jvmFlags);
  }

  static SegueLibrary asItComes() {
    return new SegueLibrary(Execution.COMPILED, NATIVE_ACCESS);
  }

  /// Returns the variant that interprets first and compiles in the background.
  static SegueLibrary adaptive() {
    return new SegueLibrary(Execution.AUTO, NATIVE_ACCESS);
  }

  static SegueLibrary withStringsOpen() {
    return new SegueLibrary(
        Execution.COMPILED, NATIVE_ACCESS, "--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  /// Returns the variant with schemas in a registry, so that payloads carry a fingerprint only.
  static SegueLibrary withRegistry() {
    return new SegueLibrary(Execution.COMPILED, SchemaRegistry.inMemory(), NATIVE_ACCESS);
  }

  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return registry != null && graphCase.schema() == GraphCase.Schema.CONSISTENT
        ? Optional.of("segue-registry is a way to share schemas: see schema=COMPATIBLE")
        : Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return jvmFlags;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    return open(graphCase, build(graphCase));
  }

  @Override
  public GraphCodec openForOneOfThreads(GraphCase graphCase) {
    return open(graphCase, SERIALIZERS.computeIfAbsent(graphCase, this::build));
  }

  private static GraphCodec open(GraphCase graphCase, Serializer serializer) {
    return new SegueCodec(serializer, graphCase.buffer(), graphCase.object().type());
  }

  private Serializer build(GraphCase graphCase) {
    SerializerBuilder builder =
        Serializer.builder()
            .register(graphCase.object().userTypes().toArray(Class<?>[]::new))
            .execution(execution)
            .references(graphCase.references())
            .schemaMode(SchemaMode.valueOf(graphCase.schema().name()));
    if (registry != null) {
      builder.schemaRegistry(registry);
    }
    return builder.build();
  }
}
