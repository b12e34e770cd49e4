// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.aeron.AeronConfig;
import dev.segue.aeron.AeronTransport;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.junit.jupiter.api.Nested;

/// The contract of all transports, over Aeron. This class is in the package of the contract, which
/// only tests use.
class AeronMessagingTest {

  private static TransportEnds.Ends ends(String channel) {
    AeronTransport transport =
        AeronTransport.open(AeronConfig.of(channel).withTermLength(32 << 20));
    return new TransportEnds.Ends(transport.addSender(), transport.addReceiver(), transport);
  }

  /// Returns a port that is free now.
  private static int port() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Nested
  class Ipc extends MessagingContract {
    @Override
    Ends open() {
      return ends("aeron:ipc");
    }
  }

  @Nested
  class Udp extends MessagingContract {
    @Override
    Ends open() throws IOException {
      return ends("aeron:udp?endpoint=127.0.0.1:" + port());
    }
  }

  @Nested
  class WaitingForIpc extends WaitingContract {
    @Override
    Ends open() {
      return ends("aeron:ipc");
    }
  }

  @Nested
  class WaitingForUdp extends WaitingContract {
    @Override
    Ends open() throws IOException {
      return ends("aeron:udp?endpoint=127.0.0.1:" + port());
    }
  }
}
