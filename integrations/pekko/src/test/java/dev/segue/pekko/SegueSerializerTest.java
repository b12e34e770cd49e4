// SPDX-License-Identifier: Apache-2.0
package dev.segue.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.NotSerializableException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The serializer within one actor system.
class SegueSerializerTest {

  interface Message {}

  record Note(String text, List<Integer> numbers) implements Message {}

  record Classic(@Nullable ActorRef actor) implements Message {}

  record Typed(org.apache.pekko.actor.typed.@Nullable ActorRef<Note> actor) implements Message {}

  private static final Note NOTE = new Note("tea", List.of(1, 2));
  private static final String BINDINGS =
      "pekko.actor.serialization-bindings { \"%s\" = segue }".formatted(Message.class.getName());

  private static ActorSystem system;
  private static SegueSerializer serializer;

  private static ActorSystem create(String packages) {
    return Systems.create(
        "test",
        SegueSerializerTest.class.getClassLoader(),
        BINDINGS,
        "segue.pekko.packages = " + packages);
  }

  private static SegueSerializer serializer(ActorSystem system) throws NotSerializableException {
    return assertInstanceOf(
        SegueSerializer.class, SerializationExtension.get(system).serializerFor(Note.class));
  }

  @BeforeAll
  static void start() throws NotSerializableException {
    system = create("[dev.segue.pekko]");
    serializer = serializer(system);
  }

  @AfterAll
  static void stop() {
    Systems.stop(system);
  }

  private static Object throughPekko(Object message) {
    Serialization serialization = SerializationExtension.get(system);
    byte[] bytes = serialization.serialize(message).get();
    return serialization
        .deserialize(bytes, serializer.identifier(), serializer.manifest(message))
        .get();
  }

  @Test
  void pekkoFindsTheSerializerByItsIdAndManifest() {
    assertEquals(NOTE, throughPekko(NOTE));
    assertEquals(534_553, serializer.identifier());
    assertEquals("1", serializer.manifest(NOTE));
    assertEquals("1", serializer.manifest(new Classic(null)));
  }

  @Test
  void buffersAreWrittenAndReadInPlace() throws NotSerializableException {
    for (ByteBuffer buffer :
        List.of(ByteBuffer.allocate(1_000), ByteBuffer.allocateDirect(1_000))) {
      buffer.position(10);
      serializer.toBinary(NOTE, buffer);
      assertTrue(buffer.position() > 20);
      buffer.flip().position(10);
      assertEquals(NOTE, serializer.fromBinary(buffer, "1"));
      assertFalse(buffer.hasRemaining());
    }
  }

  @Test
  void objectThatDoesNotFitIsAnOverflow() {
    ByteBuffer small = ByteBuffer.allocate(20);
    assertThrows(BufferOverflowException.class, () -> serializer.toBinary(NOTE, small));
  }

  @Test
  void fieldsMayReferToActors() {
    ActorRef classic = Systems.receiver(system, new LinkedBlockingQueue<>());
    assertEquals(new Classic(classic), throughPekko(new Classic(classic)));
    assertEquals(new Classic(null), throughPekko(new Classic(null)));
    var typed = Adapter.<Note>toTyped(classic);
    assertEquals(new Typed(typed), throughPekko(new Typed(typed)));
    assertNull(((Typed) throughPekko(new Typed(null))).actor());
  }

  @Test
  void unreadableTypeIsNotSerializable() {
    byte[] bytes = serializer.toBinary(NOTE);
    assertThrows(NotSerializableException.class, () -> serializer.fromBinary(bytes, "2"));
    assertThrows(NotSerializableException.class, () -> serializer.fromBinary(new byte[9], "1"));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThrows(NotSerializableException.class, () -> serializer.fromBinary(longer, "1"));
  }

  @Test
  void errorNamesTheSettingThatAllowsPackages() throws NotSerializableException {
    byte[] bytes = serializer.toBinary(NOTE);
    ActorSystem unset = create("[]");
    try {
      SegueSerializer without = serializer(unset);
      Exception unwritten =
          assertThrows(IllegalArgumentException.class, () -> without.toBinary(NOTE));
      Exception unread =
          assertThrows(NotSerializableException.class, () -> without.fromBinary(bytes, "1"));
      for (Exception failure : List.of(unwritten, unread)) {
        assertTrue(failure.toString().contains("segue.pekko.packages"), failure.toString());
      }
    } finally {
      Systems.stop(unset);
    }
  }

  @Test
  void invalidPackageNamePreventsTheStart() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> create("[java]"));
    assertTrue(refused.toString().contains("java is a package of the JDK"), refused.toString());
  }
}
