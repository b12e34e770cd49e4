// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.GrpcName;
import dev.segue.grpc.SegueService;
import dev.segue.serializer.Serializer;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Interfaces that inherit methods, in another package, like interfaces of applications.
@Timeout(600)
final class InheritedMethodsTest {

  record Item(String id, int count) {}

  private static final Serializer SERIALIZER = Serializer.builder().register(Item.class).build();

  private final List<AutoCloseable> open = new ArrayList<>();

  private <T> T client(Class<T> type, T implementation) throws Exception {
    SegueService<T> service = SegueService.of(type, SERIALIZER);
    String name = InProcessServerBuilder.generateName();
    Server server =
        InProcessServerBuilder.forName(name).addService(service.bind(implementation)).build();
    server.start();
    open.add(() -> {
      server.shutdownNow();
      server.awaitTermination(1, TimeUnit.MINUTES);
    });
    ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    open.add(channel::shutdownNow);
    return service.client(channel);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable opened : open.reversed()) {
      opened.close();
    }
  }

  private static SortedSet<String> names(Class<?> type) {
    return SegueService.of(type, SERIALIZER).descriptor().getMethods().stream()
        .map(MethodDescriptor::getBareMethodName)
        .collect(TreeSet::new, TreeSet::add, TreeSet::addAll);
  }

  private static String refusal(Class<?> type) {
    return ""
        + assertThrows(IllegalArgumentException.class, () -> SegueService.of(type, SERIALIZER))
            .getMessage();
  }

  /// A service whose types only its sub-interfaces define.
  interface Crud<K, V> {
    V get(K key);

    Iterator<V> all(List<K> keys);

    V[] array(Map<K, V> items);

    default V first(List<K> keys) {
      return get(keys.getFirst());
    }
  }

  interface Items extends Crud<String, Item> {}

  interface RedeclaredItems extends Crud<String, Item> {
    @Override
    Item get(String key);

    default Item twice(String... keys) {
      return get(keys[0] + keys[0]);
    }
  }

  private static class Store implements Items, RedeclaredItems {
    @Override
    public Item get(String key) {
      return new Item(key, 1);
    }

    @Override
    public Iterator<Item> all(List<String> keys) {
      return keys.stream().map(this::get).iterator();
    }

    @Override
    public Item[] array(Map<String, Item> items) {
      return items.values().toArray(Item[]::new);
    }
  }

  @Test
  void typesOfGenericSuperInterfacesAreResolved() throws Exception {
    Items items = client(Items.class, new Store());
    assertEquals(new Item("a", 1), items.get("a"));
    assertEquals(new Item("b", 1), items.all(List.of("b")).next());
    Item[] array = items.array(Map.of("c", new Item("c", 1)));
    assertEquals(new Item("c", 1), array[0]);
    assertEquals(new TreeSet<>(List.of("all", "array", "get")), names(Items.class));
  }

  @Test
  void defaultMethodsOfNonPublicInterfacesRunOnTheClient() throws Exception {
    RedeclaredItems items = client(RedeclaredItems.class, new Store());
    assertEquals(new Item("a", 1), items.first(List.of("a")));
    assertEquals(new Item("aa", 1), items.twice("a"));
  }

  @Test
  void callsThroughAGenericSuperInterfaceReachTheRedeclaredMethod() throws Exception {
    Crud<String, Item> items = client(RedeclaredItems.class, new Store());
    assertEquals(new Item("a", 1), items.get("a"));
    assertEquals(new TreeSet<>(List.of("all", "array", "get")), names(RedeclaredItems.class));
  }

  interface Left {
    Object one(Item item);
  }

  interface Right {
    Item one(Item item);
  }

  interface Diamond extends Left, Right {
    @Override
    boolean equals(Object other);

    @Override
    int hashCode();

    @Override
    String toString();
  }

  @Test
  void methodDeclaredByTwoInterfacesIsOneMethod() throws Exception {
    Diamond diamond = client(Diamond.class, item -> item);
    Item item = new Item("a", 1);
    assertEquals(item, diamond.one(item));
    assertEquals(item, ((Left) diamond).one(item));
    assertEquals(item, ((Right) diamond).one(item));
    assertEquals(new TreeSet<>(List.of("one")), names(Diamond.class));
    Object same = diamond;
    assertEquals(same, diamond);
    assertTrue(diamond.toString().contains("Diamond"), diamond::toString);
  }

  interface Named {
    @GrpcName("First")
    Item one(Item item);
  }

  interface TwoNames extends Right, Named {}

  @Test
  void methodWithTwoNamesIsRefused() {
    String refusal = refusal(TwoNames.class);
    assertTrue(refusal.contains("another @GrpcName; declare it in TwoNames"), refusal);
  }

  interface Closeable extends AutoCloseable {
    Item one(Item item);

    @Override
    void close();
  }

  interface LocallyCloseable extends Closeable {
    @Override
    default void close() {}
  }

  @Test
  void inheritedCloseIsNotRemoteByAccident() throws Exception {
    String refusal = refusal(Closeable.class);
    assertTrue(refusal.contains("would close the server's service"), refusal);
    boolean[] isClosed = new boolean[1];
    LocallyCloseable service =
        new LocallyCloseable() {
          @Override
          public Item one(Item item) {
            return item;
          }

          @Override
          public void close() {
            isClosed[0] = true;
          }
        };
    try (LocallyCloseable items = client(LocallyCloseable.class, service)) {
      assertEquals(new Item("a", 1), items.one(new Item("a", 1)));
    }
    assertFalse(isClosed[0]);
  }

  /// A public interface whose result type is not public.
  public interface Public {
    /// Returns a type that is not accessible from another package.
    Item one(int count);
  }

  @Test
  void inaccessibleResultTypeIsRefused() {
    assertEquals(
        "cannot bind Public.one(int) to gRPC: its result Item is not public, so a client of Public"
            + " cannot return it; make it public, or the interface not public",
        refusal(Public.class));
  }

  sealed interface Sealed {
    Item one(Item item);
  }

  record OnlyOne() implements Sealed {
    @Override
    public Item one(Item item) {
      return item;
    }
  }

  @Test
  void sealedInterfaceIsRefused() {
    assertTrue(refusal(Sealed.class).contains("is sealed"), refusal(Sealed.class));
  }
}
