// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The guarantees of senders and receivers. Each transport runs these tests.
abstract class MessagingContract extends TransportEnds {

  @Test
  void deliversMessagesOfAnyLengthInOrder() {
    for (int length = 0; length < 3000; length += 1 + length / 20) {
      send(length, length);
      send(length + 1, length);
      receive(length, length);
      receive(length + 1, length);
    }
    assertEquals(0, receiver.poll(m -> {}, 10));
  }

  @Test
  void carriesEmptyMessages() {
    send(0, 0);
    receive(0, 0);
  }

  @Test
  void alignsMessagesToEightBytes() {
    for (int length : new int[] {8, 13, 100, 5000, 100_000}) {
      send(1, length);
      await(() -> receiver.poll(m -> assertEquals(0, m.address() % 8), 1) == 1);
    }
  }

  @Test
  void carriesLargeMessages() {
    for (int length : new int[] {64 << 10, 1 << 20, 4 << 20}) {
      CRC32C sent = new CRC32C();
      MemorySegment message = Messages.message(length, length);
      sent.update(message.asByteBuffer());
      Thread sending = Thread.ofPlatform().start(() -> await(() -> sender.offer(message)));
      CRC32C received = new CRC32C();
      await(() ->
          receiver.poll(
                  m -> {
                    assertEquals(length, m.byteSize());
                    received.update(m.asByteBuffer());
                  },
                  1)
              == 1);
      join(sending);
      assertEquals(sent.getValue(), received.getValue());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusesMessagesThatAreTooLong() {
    long tooLong = sender.maxMessageLength() + 1;
    TransportException e =
        assertThrows(TransportException.class, () -> sender.offer((_, _, _) -> 0, "", tooLong));
    assertEquals(Kind.MESSAGE_TOO_LONG, e.kind());
    send(1, 100);
    receive(1, 100);
  }

  @Test
  void backPressureLosesNoMessages() {
    int all = fill(Messages.message(5, 60_000));
    int[] received = {0};
    await(() -> {
      receiver.poll(
          m -> {
            assertTrue(Messages.matches(m, 5, 60_000));
            received[0]++;
          },
          10);
      return received[0] >= all;
    });
    send(6, 10);
    receive(6, 10);
  }

  @Test
  void pollHandlesAtMostTheLimit() {
    for (int i = 0; i < 10; i++) {
      send(i, 2000 * i);
    }
    List<Long> lengths = new ArrayList<>();
    await(() -> {
      int count = receiver.poll(m -> lengths.add(m.byteSize()), 3);
      assertTrue(count <= 3);
      return lengths.size() == 10;
    });
    assertEquals(IntStream.range(0, 10).mapToObj(i -> 2000L * i).toList(), lengths);
    assertEquals(0, receiver.poll(m -> {}, 0));
  }

  @Test
  void sendsWithASerializer() {
    MessageSerializer<Long> writer =
        (value, destination, offset) -> {
          assertEquals(100, destination.byteSize());
          destination.set(ValueLayout.JAVA_LONG, offset, value);
          return Long.BYTES;
        };
    await(() -> sender.offer(writer, 77L, 100));
    await(() ->
        receiver.poll(
                m -> {
                  assertEquals(Long.BYTES, m.byteSize());
                  assertEquals(77, m.get(ValueLayout.JAVA_LONG, 0));
                },
                1)
            == 1);
  }

  @Test
  void failingSerializerSendsNothing() {
    send(1, 10);
    receive(1, 10);
    assertThrows(IndexOutOfBoundsException.class, () -> sender.offer((_, _, _) -> 101, "", 100));
    assertThrows(IndexOutOfBoundsException.class, () -> sender.offer((_, _, _) -> -1, "", 100));
    MessageSerializer<String> failing =
        (_, _, _) -> {
          throw new UnsupportedOperationException("cannot");
        };
    assertThrows(UnsupportedOperationException.class, () -> sender.offer(failing, "", 100));
    send(2, 20);
    receive(2, 20);
    assertEquals(0, receiver.poll(m -> {}, 10));
  }

  /// A run-length encoding: pairs of a count and a byte.
  private static final class RunLengths implements MessageEncoding {
    @Override
    public long maxEncodedLength(long contentLength) {
      return 8 + 2 * contentLength;
    }

    @Override
    public long encode(MemorySegment content, MemorySegment destination) {
      destination.set(ValueLayout.JAVA_LONG, 0, content.byteSize());
      long end = 8;
      for (long i = 0; i < content.byteSize(); ) {
        byte value = content.get(ValueLayout.JAVA_BYTE, i);
        int times = 0;
        while (i < content.byteSize()
            && content.get(ValueLayout.JAVA_BYTE, i) == value
            && times < 100) {
          times++;
          i++;
        }
        destination.set(ValueLayout.JAVA_BYTE, end++, (byte) times);
        destination.set(ValueLayout.JAVA_BYTE, end++, value);
      }
      return end;
    }

    @Override
    public long contentLength(MemorySegment encoded) {
      return encoded.get(ValueLayout.JAVA_LONG, 0);
    }

    @Override
    public long decode(MemorySegment encoded, MemorySegment destination) {
      long end = 0;
      for (long i = 8; i < encoded.byteSize(); i += 2) {
        int times = encoded.get(ValueLayout.JAVA_BYTE, i);
        destination.asSlice(end, times).fill(encoded.get(ValueLayout.JAVA_BYTE, i + 1));
        end += times;
      }
      return end;
    }
  }

  @Test
  void sendsValuesWithACodec() {
    List<String> received = new ArrayList<>();
    await(() -> sender.offer(TEXT, "plain"));
    await(() -> receiver.poll(TEXT, received::add, 10) == 1);
    MessageCodec<String> encoded = TEXT.encodedBy(new RunLengths());
    String runs = "a".repeat(5000) + "b".repeat(3000);
    await(() -> sender.offer(encoded, runs));
    await(() -> receiver.poll(m -> assertEquals(8 + 2 * (50 + 30 + 1), m.byteSize()), 1) == 1);
    await(() -> sender.offer(encoded, runs));
    await(() -> sender.offer(encoded, "short"));
    await(() -> receiver.poll(encoded, received::add, 1) == 1);
    await(() -> receiver.poll(encoded, received::add, 1) == 1);
    assertEquals(List.of("plain", runs, "short"), received);
  }

  /// A codec that encodes null as an empty message.
  @Test
  void carriesNullIfTheCodecAllowsIt() {
    MessageCodec<@Nullable String> codec =
        MessageCodec.of(
            (value, destination, offset) -> {
              if (value == null) {
                return 0;
              }
              destination.setString(offset, value);
              return value.length() + 1L;
            },
            message -> message.byteSize() == 0 ? null : message.getString(0),
            100);
    List<@Nullable String> received = new ArrayList<>();
    await(() -> sender.offer(codec, null));
    await(() -> sender.offer(codec, "some"));
    await(() -> receiver.poll(codec, received::add, 1) == 1);
    await(() -> receiver.poll(codec, received::add, 1) == 1);
    assertEquals(Arrays.asList(null, "some"), received);
  }

  @Test
  void refusesContentLongerThanTheCodecAllows() {
    MemorySegment message = MemorySegment.ofArray(new long[] {1L << 40});
    await(() -> sender.offer(message));
    MessageCodec<String> encoded = TEXT.encodedBy(new RunLengths());
    List<TransportException> thrown = new ArrayList<>();
    await(() -> {
      try {
        receiver.poll(encoded, text -> {}, 1);
      } catch (TransportException e) {
        thrown.add(e);
      }
      return !thrown.isEmpty();
    });
    assertEquals(Kind.CORRUPT, thrown.getFirst().kind());
  }

  @Test
  void continuesAfterAThrowingHandler() {
    for (int i = 0; i < 3; i++) {
      send(i, 3000);
    }
    int[] handled = {0};
    await(() -> {
      try {
        receiver.poll(
            m -> {
              handled[0]++;
              throw new UnsupportedOperationException("cannot");
            },
            10);
      } catch (UnsupportedOperationException e) {
        assertEquals(1, handled[0]);
      }
      return handled[0] == 1;
    });
    receive(1, 3000);
    receive(2, 3000);
  }

  @Test
  void refusesPollFromInsideAHandler() {
    send(1, 10);
    boolean[] refused = {false};
    await(() ->
        receiver.poll(
                m -> {
                  assertThrows(IllegalStateException.class, () -> receiver.poll(_ -> {}, 1));
                  refused[0] = true;
                },
                1)
            == 1);
    assertTrue(refused[0]);
  }

  @Test
  void reportsWhetherAReceiverIsConnected() {
    await(sender::isConnected);
    await(() ->
        sender.offer(
            (_, _, _) -> {
              sender.isConnected();
              return 0;
            },
            "",
            8));
    receiver.close();
    await(() -> !sender.isConnected());
    MemorySegment message = Messages.message(5, 60_000);
    await(() -> !sender.offer(message, Duration.ofMillis(1)));
    sender.close();
    assertThrows(IllegalStateException.class, sender::isConnected);
  }

  @Test
  void callsAfterCloseAreRefused() {
    sender.close();
    receiver.close();
    assertThrows(IllegalStateException.class, () -> sender.offer(Messages.message(1, 1)));
    assertThrows(IllegalStateException.class, () -> receiver.poll(m -> {}, 1));
  }

  @Test
  void deliversEveryMessageBetweenThreads() throws InterruptedException {
    int count = 20_000;
    Thread sending =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; i < count; i++) {
                send(i, i % 200);
              }
            });
    int[] next = {0};
    await(() -> {
      receiver.poll(
          m -> {
            assertTrue(Messages.matches(m, next[0], next[0] % 200));
            next[0]++;
          },
          100);
      return next[0] == count;
    });
    sending.join();
    assertFalse(sending.isAlive());
  }
}
