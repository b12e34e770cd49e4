// SPDX-License-Identifier: Apache-2.0
package dev.segue.ehcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import org.ehcache.core.spi.store.TransientStateRepository;
import org.ehcache.spi.persistence.StateRepository;
import org.ehcache.spi.serialization.SerializerException;
import org.junit.jupiter.api.Test;

/// The serializer and the copier without a cache.
class SegueSerializerTest {

  private static SegueSerializer<Object> serializer() {
    return new SegueSerializer<>(null, "dev.segue.ehcache");
  }

  private static ByteBuffer direct(ByteBuffer heap) {
    return ByteBuffer.allocateDirect(heap.remaining()).put(heap.duplicate()).flip();
  }

  @Test
  void objectsAreReadFromHeapAndDirectBuffers() throws ClassNotFoundException {
    for (Object value : List.of("text", 7L, Order.of(1, "tea", "milk"), List.of(Order.of(2)))) {
      ByteBuffer bytes = serializer().serialize(value);
      for (ByteBuffer stored :
          List.of(bytes.duplicate(), direct(bytes), direct(bytes).asReadOnlyBuffer())) {
        assertTrue(serializer().equals(value, stored.duplicate()));
        assertFalse(serializer().equals("other", stored.duplicate()));
        assertEquals(value, serializer().read(stored));
        assertFalse(stored.hasRemaining());
      }
    }
  }

  @Test
  void schemasAreStoredInTheStateOfTheCaches() {
    var first = new TransientStateRepository();
    var second = new TransientStateRepository();
    SegueSerializer<Object> shared = serializer();
    int alone = shared.serialize(Order.of(1, "tea")).remaining();
    shared.init(first);
    ByteBuffer stored = shared.serialize(Order.of(1, "tea"));
    assertTrue(stored.remaining() < alone - 50, stored.remaining() + " of " + alone);
    shared.init(second);
    shared.serialize(Order.of(1, "tea"));
    for (TransientStateRepository state : List.of(first, second)) {
      SegueSerializer<Object> restarted = serializer();
      restarted.init(state);
      assertEquals(Order.of(1, "tea"), restarted.read(stored.duplicate()));
    }
    SegueSerializer<Object> stranger = serializer();
    stranger.init(new TransientStateRepository());
    assertThrows(SerializerException.class, () -> stranger.read(stored.duplicate()));
  }

  @Test
  void schemasOutliveClosedCaches() throws Exception {
    SegueSerializer<Object> shared = serializer();
    var open = new TransientStateRepository();
    shared.init(open);
    WeakReference<StateRepository> closed = initWithRepositoryThatIsForgotten(shared);
    ByteBuffer stored = shared.serialize(Order.of(1, "tea"));
    while (closed.get() != null) {
      System.gc();
      Thread.sleep(1);
    }
    shared.init(new TransientStateRepository()); // another instance of the serializer
    assertEquals(Order.of(1, "tea"), shared.read(stored.duplicate()));
    SegueSerializer<Object> restarted = serializer();
    restarted.init(open);
    assertEquals(Order.of(1, "tea"), restarted.read(stored.duplicate()));
  }

  /// A separate method, so that no stack frame refers to the repository.
  private static WeakReference<StateRepository> initWithRepositoryThatIsForgotten(
      SegueSerializer<Object> serializer) {
    var repository = new TransientStateRepository();
    serializer.init(repository);
    return new WeakReference<>(repository);
  }

  @Test
  void errorsAreEhcachesWithSeguesMessage() {
    SegueSerializer<Object> other = new SegueSerializer<>(null, "com.example");
    SerializerException refused =
        assertThrows(SerializerException.class, () -> other.serialize(Order.of(1)));
    assertTrue(refused.toString().contains("ClassRule.packages"), refused.toString());
    assertInstanceOf(SerializationException.class, refused.getCause());
    ByteBuffer stored = serializer().serialize(Order.of(1));
    assertThrows(SerializerException.class, () -> other.read(stored.duplicate()));
    assertThrows(SerializerException.class, () -> other.read(ByteBuffer.allocate(0)));
    ByteBuffer longer = ByteBuffer.allocate(stored.remaining() + 1).put(stored).flip().limit(1);
    assertThrows(
        SerializerException.class, () -> serializer().read(longer.limit(longer.capacity())));
  }

  @Test
  void serializersThatReturnSlicesAreRefused() {
    SegueSerializer<Object> slicing =
        new SegueSerializer<>(null, List.of(), builder -> builder.sliceBuffers(true));
    assertThrows(IllegalArgumentException.class, () -> slicing.serialize("any"));
  }

  @Test
  void copiesAreDeep() {
    SegueCopier<Object> copier = new SegueCopier<>(serializer());
    Order order = Order.of(1, "tea");
    Order copy = (Order) copier.copyForRead(order);
    assertNotSame(order, copy);
    copy.articles().add("milk");
    assertEquals(Order.of(1, "tea"), order);
    assertEquals(order, copier.copyForWrite(order));
    SegueCopier<Object> other = new SegueCopier<>(new SegueSerializer<>(null, "com.example"));
    assertThrows(SerializerException.class, () -> other.copyForRead(order));
  }
}
