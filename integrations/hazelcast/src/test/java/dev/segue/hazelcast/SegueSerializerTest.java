// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.config.GlobalSerializerConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.sun.management.ThreadMXBean;
import dev.segue.serializer.SerializationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.JUnitException;

/// The serializer without a cluster.
class SegueSerializerTest {

  private static final SegueSerializer SERIALIZER =
      new SegueSerializer(1_000, null, "dev.segue.hazelcast");

  /// Returns a stream as one of Hazelcast's interfaces, which have more methods.
  private static <T> T as(Class<T> type, Object stream) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                return stream
                    .getClass()
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(stream, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static byte[] written(Object object) throws IOException {
    return written(SERIALIZER, object);
  }

  private static byte[] written(SegueSerializer serializer, Object object) throws IOException {
    var bytes = new ByteArrayOutputStream();
    serializer.write(as(ObjectDataOutput.class, new DataOutputStream(bytes)), object);
    return bytes.toByteArray();
  }

  private static Object read(SegueSerializer serializer, byte[] bytes) throws IOException {
    return serializer.read(
        as(ObjectDataInput.class, new DataInputStream(new ByteArrayInputStream(bytes))));
  }

  @Test
  void objectsOfAnyLengthAreRestored() throws IOException {
    assertEquals(1_000, SERIALIZER.getTypeId());
    assertEquals(Order.of(1, 2), read(SERIALIZER, written(Order.of(1, 2))));
    for (int length : new int[] {0, 1 << 20, 5_000_000}) {
      byte[] value = new byte[length];
      Arrays.fill(value, (byte) 7);
      assertTrue(Arrays.equals(value, (byte[]) read(SERIALIZER, written(value))));
    }
  }

  /// Two classes whose names yield the same number in a serializer that allows them by a rule.
  record Crane(int number) {}

  /// See [Crane].
  record River(int number) {}

  private static SegueSerializer withKeys() {
    return new SegueSerializer(
        1_000,
        null,
        List.of("dev.segue.hazelcast"),
        builder -> builder.register(Crane.class, 1).register(River.class, 2));
  }

  @Test
  void bytesOfRegisteredKeysAreIndependentOfHistory() throws IOException {
    SegueSerializer first = withKeys();
    byte[] crane = written(first, new Crane(1));
    byte[] river = written(first, new River(1));
    SegueSerializer second = withKeys();
    written(second, Order.of(1, 1));
    assertArrayEquals(river, written(second, new River(1)));
    assertArrayEquals(crane, written(second, new Crane(1)));
    assertEquals(new River(1), read(SERIALIZER, river));
  }

  @Test
  void errorsAreHazelcastsWithSeguesMessage() throws IOException {
    HazelcastSerializationException refused =
        assertThrows(HazelcastSerializationException.class, () -> written(new CRC32()));
    assertInstanceOf(SerializationException.class, refused.getCause());
    SegueSerializer other = new SegueSerializer(1_000, null, "com.example");
    byte[] order = written(Order.of(1, 1));
    HazelcastSerializationException unread =
        assertThrows(HazelcastSerializationException.class, () -> read(other, order));
    assertTrue(unread.toString().contains("Order"), unread.toString());
    byte[] longer = Arrays.copyOf(order, order.length + 1);
    longer[3]++;
    assertThrows(HazelcastSerializationException.class, () -> read(SERIALIZER, longer));
  }

  @Test
  void exceptionsArriveUnchangedOrWithTheirText() throws IOException {
    for (Exception sent :
        List.of(
            new HazelcastInstanceNotActiveException("gone"),
            new RetryableHazelcastException("again"),
            new IllegalStateException("full"))) {
      Throwable received = (Throwable) read(SERIALIZER, written(sent));
      assertEquals(sent.getClass(), received.getClass());
      assertEquals(sent.getMessage(), received.getMessage());
    }
    Object ofOthers = read(SERIALIZER, written(new JUnitException("expected by a test")));
    assertEquals(HazelcastException.class, ofOthers.getClass());
    assertTrue(ofOthers.toString().contains("JUnitException: expected by a test"));
    SerializationException cause =
        assertInstanceOf(
            SerializationException.class,
            assertThrows(HazelcastSerializationException.class, () -> written(new CRC32()))
                .getCause());
    Object unread =
        read(SERIALIZER, written(new HazelcastSerializationException("cannot read", cause)));
    assertEquals(HazelcastSerializationException.class, unread.getClass());
    assertTrue(unread.toString().contains("CRC32"), unread.toString());
  }

  /// A type of the application.
  interface Value extends Serializable {}

  record Note(String text) implements Value {}

  @Test
  void otherSerializableObjectsNeedATypeSpecificSerializer() {
    Runnable lambda = (Runnable & Serializable) () -> {};
    var override =
        new SerializationConfig()
            .setGlobalSerializerConfig(
                new GlobalSerializerConfig()
                    .setImplementation(SERIALIZER)
                    .setOverrideJavaSerialization(true));
    InternalSerializationService all = service(override);
    HazelcastSerializationException refused =
        assertThrows(HazelcastSerializationException.class, () -> all.toData(lambda));
    String message = refused + " " + refused.getCause();
    assertTrue(message.contains("SerializerConfig.setTypeClass"), message);
    var ofType =
        new SerializationConfig()
            .addSerializerConfig(
                new SerializerConfig().setTypeClass(Value.class).setImplementation(SERIALIZER));
    InternalSerializationService some = service(ofType);
    Data note = some.toData(new Note("tea"));
    assertEquals(1_000, note.getType());
    assertEquals(new Note("tea"), some.<Object>toObject(note));
    assertInstanceOf(Runnable.class, some.<Object>toObject(some.toData(lambda)));
    all.dispose();
    some.dispose();
  }

  private static InternalSerializationService service(SerializationConfig config) {
    return new DefaultSerializationServiceBuilder().setConfig(config).build();
  }

  @Test
  void damagedLengthIsAnErrorThatAllocatesLittle() throws IOException {
    byte[] order = written(Order.of(1, 1));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int length : new int[] {-1, Integer.MAX_VALUE, 1 << 28}) {
      ByteBuffer.wrap(order).putInt(length);
      long before = threads.getCurrentThreadAllocatedBytes();
      Exception failure = assertThrows(Exception.class, () -> read(SERIALIZER, order));
      assertTrue(
          failure instanceof IOException || failure instanceof HazelcastSerializationException);
      assertTrue(threads.getCurrentThreadAllocatedBytes() - before < 8 << 20);
    }
  }

  @Test
  void invalidConfigurationIsRefusedImmediately() {
    assertThrows(IllegalArgumentException.class, () -> new SegueSerializer(0, null, "app"));
    assertThrows(IllegalArgumentException.class, () -> new SegueSerializer(1, null));
    assertThrows(IllegalArgumentException.class, () -> new SegueSerializer(1, null, "java"));
  }
}
