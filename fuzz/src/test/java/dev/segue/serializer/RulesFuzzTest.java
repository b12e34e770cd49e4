// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes arbitrary bytes to readers with a rule. The rule's class loader checks that no class
/// outside the rule is requested.
class RulesFuzzTest {

  private static final String ALLOWED = "dev.segue.serializer.FuzzTargets";
  private static final String LIBRARY = "dev.segue.serializer.";

  /// Defines the classes that the rule allows, and records requests for others.
  private static final class Recorder extends ClassLoader {

    final Queue<String> refused = new ConcurrentLinkedQueue<>();

    Recorder() {
      super(FuzzTargets.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(ALLOWED)) {
        if (!name.startsWith("java.") && !isOfLibrary(name)) {
          refused.add(name);
        }
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? define(name) : loaded;
      }
    }

    /// Generated code refers to the library, and instrumented code to Jazzer.
    private static boolean isOfLibrary(String name) {
      return name.startsWith(LIBRARY + "internal.")
          || name.startsWith("com.code_intelligence.jazzer.")
          || name.endsWith(".SegueAnchor")
          || name.equals(LIBRARY + "SerializationException");
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static final Recorder RECORDER = new Recorder();

  private static SerializerBuilder builder(ClassLoader loader) {
    return Serializer.builder()
        .maxAllocation(1 << 24)
        .maxCollidingKeys(1_000)
        .maxDepth(64)
        .allow(ClassRule.matching(loader, name -> name.startsWith(ALLOWED + "$")));
  }

  private static List<Serializer> readers(Execution execution) {
    return Stream.of(SchemaMode.values())
        .map(mode -> builder(RECORDER).schemaMode(mode).execution(execution).build())
        .toList();
  }

  private static final List<Serializer> COMPILED = readers(Execution.COMPILED);
  private static final List<Serializer> INTERPRETED = readers(Execution.INTERPRETED);

  static Stream<byte[]> seeds() {
    ClassLoader loader = FuzzTargets.class.getClassLoader();
    return Stream.of(SchemaMode.values())
        .map(mode -> builder(loader).schemaMode(mode).build())
        .flatMap(serializer -> FuzzTargets.graphs().stream().map(serializer::toBytes));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    byte[] payload = FuzzTargets.withRightFingerprint(input);
    for (int i = 0; i < COMPILED.size(); i++) {
      FuzzTargets.read(payload, COMPILED.get(i), INTERPRETED.get(i));
    }
    Assertions.assertEquals(List.of(), List.copyOf(RECORDER.refused));
  }
}
