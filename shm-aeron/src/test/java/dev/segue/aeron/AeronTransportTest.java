// SPDX-License-Identifier: Apache-2.0
package dev.segue.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.MessageReceiver;
import dev.segue.shm.MessageSender;
import dev.segue.shm.ShmException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AeronTransportTest {

  @Test
  void usesAMediaDriverThatRunsElsewhere() {
    AeronConfig config = AeronConfig.of("aeron:ipc").withTermLengthBytes(1 << 20);
    try (AeronTransport first = AeronTransport.open(config);
        AeronTransport second =
            AeronTransport.open(config.withMediaDriver(Path.of(first.mediaDriverDirectory())));
        MessageSender sender = first.sender();
        MessageReceiver receiver = second.receiver()) {
      while (!sender.offer(MemorySegment.ofArray(new byte[] {1, 2, 3}))) {
        LockSupport.parkNanos(100_000);
      }
      int received = 0;
      while (received == 0) {
        received = receiver.poll(message -> assertEquals(3, message.byteSize()), 10);
      }
    }
  }

  @Test
  void leavesNothingBehind() {
    AeronTransport transport =
        AeronTransport.open(AeronConfig.of("aeron:ipc").withTermLengthBytes(1 << 16));
    Path directory = Path.of(transport.mediaDriverDirectory());
    assertTrue(Files.exists(directory));
    transport.close();
    assertFalse(Files.exists(directory));
    assertThrows(IllegalStateException.class, transport::sender);
    assertThrows(IllegalStateException.class, transport::receiver);
  }

  @Test
  void saysWhenAChannelIsNone() {
    try (AeronTransport transport = AeronTransport.open(AeronConfig.of("aeron:pigeon"))) {
      ShmException e = assertThrows(ShmException.class, transport::sender);
      assertEquals(ShmException.Kind.SYSTEM, e.kind());
      assertEquals(
          ShmException.Kind.SYSTEM, assertThrows(ShmException.class, transport::receiver).kind());
    }
  }

  @Test
  void saysWhenThereIsNoMediaDriver(@TempDir Path directory) {
    AeronConfig config = AeronConfig.of("aeron:ipc").withMediaDriver(directory.resolve("none"));
    ShmException e = assertThrows(ShmException.class, () -> AeronTransport.open(config));
    assertEquals(ShmException.Kind.SYSTEM, e.kind());
  }

  @Test
  void refusesTermsOfOtherLengths() {
    AeronConfig config = AeronConfig.of("aeron:ipc");
    assertThrows(IllegalArgumentException.class, () -> config.withTermLengthBytes(100_000));
    assertThrows(IllegalArgumentException.class, () -> config.withTermLengthBytes(1 << 15));
  }
}
