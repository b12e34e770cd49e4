// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.ruled.Shop;
import dev.segue.serializer.ruled.Shop.Item;
import dev.segue.serializer.testing.Full;
import dev.segue.serializer.testing.Graphs;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The cost of classes that rules allow: class loaders, memory and threads.
class ClassRulesSafetyTest {

  private static final String LIBRARY = Serializer.class.getPackageName();
  private static final String RULED = Shop.class.getPackageName() + ".";

  /// Defines the classes that the rule allows again, and records each request.
  private static final class Recorder extends ClassLoader {

    final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();

    Recorder() {
      super(Shop.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      requests.add(name);
      if (!name.startsWith(RULED)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
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

    Serializer serializer() {
      return builder().build();
    }

    SerializerBuilder builder() {
      return Serializer.builder().allow(rule());
    }

    ClassRule rule() {
      return ClassRule.packages(this, Shop.class.getPackageName());
    }

    /// An object without state.
    Object company() throws ReflectiveOperationException {
      return loadClass(Shop.Company.class.getName()).getConstructor().newInstance();
    }
  }

  private static byte[] payload(List<String> names) {
    int[] number = {256};
    List<TypeSchema> types =
        names.stream()
            .map(name ->
                new TypeSchema(TypeSchema.Kind.PLAIN, name, number[0]++, 1, List.of(), List.of()))
            .toList();
    Schema schema = Schema.of(SchemaEncoder.encode(new SchemaDocument(false, types)));
    return SchemaTail.assemble(256, 1, false, new byte[] {0}, schema);
  }

  private static SerializationException refusal(Serializer serializer, byte[] bytes) {
    return assertThrows(
        SerializationException.class, () -> serializer.fromBytes(bytes, Object.class));
  }

  @Test
  void noClassOutsideTheRulesIsRequested() {
    Recorder recorder = new Recorder();
    Serializer serializer = recorder.serializer();
    List<String> outside =
        List.of(
            ClassRulesSafetyTest.class.getName(),
            "[L" + ClassRulesSafetyTest.class.getName() + ";",
            "dev.segue.serializer.ruledX.Shop",
            RULED.replace('.', '/') + "Shop",
            RULED + "Shop/../../Graphs",
            RULED + ".Shop",
            "[L" + RULED,
            "[",
            "[[",
            "[[I",
            "java.lang.ProcessBuilder",
            "javax.naming.InitialContext",
            "dev.segue.serializer.testing.Graphs$Holder");
    for (String name : outside) {
      assertEquals(Kind.UNREGISTERED_CLASS, refusal(serializer, payload(List.of(name))).kind());
      assertTrue(serializer.inspect(payload(List.of(name))).contains(name), name);
    }
    assertEquals(List.of(), List.copyOf(recorder.requests));
    Serializer writer = Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).build();
    ClassRulesTest.graphs()
        .forEach(graph -> {
          Object read = serializer.fromBytes(writer.toBytes(graph), Object.class);
          assertEquals(graph.toString().length(), read.toString().length());
        });
    List<String> others =
        recorder.requests.stream()
            .filter(name -> !name.startsWith(RULED) && !name.startsWith("java."))
            .filter(name -> !name.startsWith("org.jspecify."))
            .filter(name -> !name.startsWith(LIBRARY + ".internal.")) // by generated code
            .filter(name -> !name.equals(SerializationException.class.getName()))
            .toList();
    assertEquals(List.of(), others);
    assertTrue(recorder.requests.contains(Item.class.getName()));
  }

  /// Changes the schemas of payloads, with fingerprints that fit.
  @ParameterizedTest
  @EnumSource
  void changedSchemasGiveAValueOrAnError(SchemaMode mode) {
    Recorder recorder = new Recorder();
    Serializer serializer =
        Serializer.builder()
            .allow(ClassRule.packages(recorder, Shop.class.getPackageName()))
            .register(Graphs.Holder.class)
            .schemaMode(mode)
            .build();
    Serializer writer = ruled(mode);
    List<byte[]> payloads = ClassRulesTest.graphs().map(writer::toBytes).toList();
    Random random = new Random(1);
    for (int i = 0; i < Full.or(3_000, 800); i++) {
      byte[] changed = changed(payloads.get(random.nextInt(payloads.size())), random);
      try {
        Object _ = serializer.fromBytesOrNull(changed, Object.class);
      } catch (SerializationException e) {
        assertNotNull(e.kind());
      }
      if (i % 16 == 0) {
        assertNotNull(serializer.inspect(changed));
      }
    }
    for (String name : recorder.requests) {
      assertTrue(
          name.startsWith(RULED) || name.startsWith("java.") || name.startsWith(LIBRARY), name);
      assertFalse(name.startsWith(LIBRARY + ".Graphs"), name);
    }
  }

  private static byte[] changed(byte[] payload, Random random) {
    Schema schema = Objects.requireNonNull(SchemaTail.statedBy(payload, payload.length));
    byte[] document = schema.document().clone();
    for (int changes = random.nextInt(3); changes >= 0; changes--) {
      int at = random.nextInt(2, document.length);
      document[at] = (byte) (random.nextBoolean() ? random.nextInt() : document[at] ^ 1);
    }
    byte[] head = SchemaTail.headOf(payload, schema);
    byte[] body = Arrays.copyOfRange(head, Header.BYTES, head.length);
    ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    return SchemaTail.assemble(
        header.getInt(Header.TYPE),
        header.getInt(Header.FINGERPRINT),
        false,
        body,
        Schema.of(document));
  }

  @Test
  void classesAreNotInitializedBeforeTheirObjectsAreRead() {
    String property = "dev.segue.test.initialized";
    String name = Shop.Initialized.class.getName();
    System.clearProperty(property);
    Recorder recorder = new Recorder();
    Serializer other =
        Serializer.builder()
            .allow(ClassRule.matching(recorder, n -> n.startsWith(RULED) && !n.equals(name)))
            .build();
    assertEquals(Kind.UNREGISTERED_CLASS, refusal(other, payload(List.of(name))).kind());
    assertFalse(recorder.requests.contains(name));
    Serializer serializer = recorder.serializer();
    String shelf = RULED + "stock.Shelf";
    assertNotNull(serializer.fromBytes(payload(List.of(shelf, name)), Object.class));
    assertTrue(recorder.requests.contains(name));
    assertNull(System.getProperty(property));
  }

  @Test
  void inputRetainsBoundedMemory() {
    Recorder recorder = new Recorder();
    Serializer serializer = recorder.serializer();
    for (int round = 0; round < 40; round++) {
      String prefix = RULED + "Missing" + round + "x";
      List<String> names = IntStream.range(0, 300).mapToObj(i -> prefix + i).toList();
      assertEquals(Kind.UNREGISTERED_CLASS, refusal(serializer, payload(names)).kind());
    }
    assertTrue(recorder.requests.size() <= 1_100, () -> recorder.requests.size() + " requests");
    // Classes that exist but differ from the payload's description do not become known.
    assertNotNull(serializer.fromBytes(payload(List.of(Item.class.getName())), Object.class));
    assertEquals(0, serializer.registeredClasses().size());
    Serializer writer = Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).build();
    Object item = serializer.fromBytes(writer.toBytes(new Item("pen", 1)), Object.class);
    assertEquals("Item[name=pen, count=1]", item.toString());
    assertEquals(1, serializer.registeredClasses().size());
  }

  @Test
  void objectFromAnotherClassLoaderIsRefused() throws Exception {
    Recorder recorder = new Recorder();
    Class<?> type = recorder.loadClass(Item.class.getName());
    assertNotSame(Item.class, type);
    Object item = type.getConstructor(String.class, int.class).newInstance("pen", 1);
    Serializer other = Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> other.toBytes(item));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertEquals(item, recorder.serializer().copy(item));
  }

  /// Uses a serializer often enough for background compilation.
  private static WeakReference<ClassLoader> useAndForget(Execution execution) throws Exception {
    Recorder recorder = new Recorder();
    Serializer serializer = recorder.builder().execution(execution).build();
    // No records are compared: the JVM temporarily keeps the code of their `equals` reachable.
    Object company = recorder.company();
    for (int i = 0; i < 100; i++) {
      assertSame(company.getClass(), serializer.copy(company).getClass());
    }
    Serializer writer = Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).build();
    for (Object graph : ClassRulesTest.graphs().toList()) {
      assertNotNull(serializer.fromBytes(writer.toBytes(graph), Object.class));
    }
    return new WeakReference<>(recorder);
  }

  private static void awaitCollection(WeakReference<?> reference) throws InterruptedException {
    for (int i = 0; i < 5_000 && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNull(reference.get());
  }

  @ParameterizedTest
  @EnumSource
  void classLoadersUnloadWithTheirSerializer(Execution execution) throws Exception {
    awaitCollection(useAndForget(execution));
  }

  /// The limit: a class is kept from its first use, as if it were registered.
  @Test
  void serializerKeepsOnlyClassLoadersOfUsedClasses() throws Exception {
    WithTwoLoaders used = useWithTwoLoaders();
    awaitCollection(used.unmet);
    ClassLoader kept = used.met.get();
    assertNotNull(kept);
    for (Class<?> type : used.serializer.registeredClasses().values()) {
      assertSame(kept, type.getClassLoader());
    }
  }

  private record WithTwoLoaders(
      Serializer serializer, WeakReference<ClassLoader> met, WeakReference<ClassLoader> unmet) {}

  private static WithTwoLoaders useWithTwoLoaders() throws ReflectiveOperationException {
    Recorder met = new Recorder();
    Recorder unmet = new Recorder();
    Serializer serializer = Serializer.builder().allow(met.rule(), unmet.rule()).build();
    assertSame(met, serializer.copy(met.company()).getClass().getClassLoader());
    return new WithTwoLoaders(serializer, new WeakReference<>(met), new WeakReference<>(unmet));
  }

  @Test
  void ruleAloneDoesNotKeepItsClassLoader() throws Exception {
    Serializer serializer =
        Serializer.builder()
            .allow(
                ClassRule.packagesOf(Shop.class),
                ClassRule.matching(new Recorder(), name -> name.startsWith("plugin.")))
            .build();
    WeakReference<ClassLoader> loader = loaderOf(serializer);
    awaitCollection(loader);
    assertEquals(Kind.UNREGISTERED_CLASS, refusal(serializer, payload(List.of("plugin.A"))).kind());
  }

  private static WeakReference<ClassLoader> loaderOf(Serializer serializer) {
    Recorder recorder = new Recorder();
    ClassRule rule = ClassRule.packages(recorder, "plugin");
    Serializer other = Serializer.builder().allow(rule).build();
    assertEquals(Kind.UNREGISTERED_CLASS, refusal(other, payload(List.of("plugin.A"))).kind());
    assertNotSame(serializer, other);
    return new WeakReference<>(recorder);
  }

  /// A class may first occur when hardly any stack is left. The failed attempt leaves no state
  /// behind.
  @Test
  void classFirstUsedOnAnAlmostFullStackIsKnownLater() throws Exception {
    Serializer serializer =
        Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).maxDepth(1 << 20).build();
    for (int depth = 64; depth <= 1 << 14; depth += depth / 8) {
      Shop.Node node = new Shop.Node();
      for (int i = 0; i < depth; i++) {
        Shop.Node outer = new Shop.Node();
        outer.others.add(node);
        node = outer;
      }
      Object graph = List.of(node, new Item("pen", depth));
      Thread thread =
          new Thread(
              null,
              () -> {
                try {
                  serializer.toBytes(graph);
                } catch (SerializationException _) {
                  // too deep for this stack
                }
              },
              "small stack",
              1 << 18);
      thread.start();
      thread.join();
    }
    for (Object graph : ClassRulesTest.graphs().toList()) {
      assertEquals(graph, serializer.copy(graph));
    }
  }

  private static Serializer ruled(SchemaMode mode) {
    return Serializer.builder().allow(ClassRule.packagesOf(Shop.class)).schemaMode(mode).build();
  }

  @Test
  void coldSerializerServes64Threads() throws Exception {
    List<Object> graphs = ClassRulesTest.graphs().toList();
    for (int round = 0; round < 6; round++) {
      SchemaMode mode = round % 2 == 0 ? SchemaMode.CONSISTENT : SchemaMode.COMPATIBLE;
      Serializer serializer = ruled(mode);
      Serializer reader = ruled(mode);
      CyclicBarrier start = new CyclicBarrier(64);
      try (ExecutorService threads = Executors.newFixedThreadPool(64)) {
        List<Future<?>> calls = new ArrayList<>();
        for (int thread = 0; thread < 64; thread++) {
          Random random = new Random(thread);
          Callable<?> call =
              () -> {
                List<Object> mixed = new ArrayList<>(graphs);
                Collections.shuffle(mixed, random);
                start.await();
                for (Object graph : mixed) {
                  byte[] bytes = serializer.toBytes(List.of(graph, "and more"));
                  assertEquals(List.of(graph, "and more"), reader.fromBytes(bytes, Object.class));
                  assertEquals(graph, reader.fromBytes(serializer.toBytes(graph), Object.class));
                  assertEquals(graph, serializer.copy(graph));
                }
                return null;
              };
          calls.add(threads.submit(call));
        }
        for (Future<?> call : calls) {
          call.get();
        }
      }
    }
  }
}
