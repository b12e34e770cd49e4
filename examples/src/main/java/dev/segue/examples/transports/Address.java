// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import dev.segue.shm.Channel;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/// The address at which two processes meet.
///
/// @param brokers of Kafka; empty for other transports
/// @param there the channel or topic in one direction
/// @param back the channel or topic in the other direction
record Address(Transport transport, String brokers, String there, String back) {

  private static final short REPLICAS = 1;

  /// Creates an unused address and its topics.
  static Address create(Transport transport, String brokers)
      throws IOException, InterruptedException, ExecutionException {
    String name = "segue-example-" + ProcessHandle.current().pid();
    return switch (transport) {
      case SHARED_MEMORY ->
          new Address(
              transport,
              "",
              Channel.defaultPath(name + "-there").toString(),
              Channel.defaultPath(name + "-back").toString());
      case AERON -> new Address(transport, "", freeEndpoint(), freeEndpoint());
      case KAFKA -> {
        Address address = new Address(transport, brokers, name + "-there", name + "-back");
        try (Admin admin = address.admin()) {
          admin
              .createTopics(
                  List.of(
                      new NewTopic(address.there, 1, REPLICAS),
                      new NewTopic(address.back, 1, REPLICAS)))
              .all()
              .get();
        }
        yield address;
      }
    };
  }

  private static String freeEndpoint() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      return "aeron:udp?endpoint=localhost:" + socket.getLocalPort();
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", brokers));
  }

  /// Opens one end; it sends what the other end receives.
  Link open() {
    return switch (transport) {
      case SHARED_MEMORY -> ShmLink.open(Path.of(there), Path.of(back));
      case AERON -> AeronLink.open(there, back);
      case KAFKA -> new KafkaLink(brokers, there, back);
    };
  }

  /// Returns the address for the other process.
  Address reversed() {
    return new Address(transport, brokers, back, there);
  }

  /// Deletes channels and topics.
  void delete() throws InterruptedException, ExecutionException {
    switch (transport) {
      case SHARED_MEMORY -> {
        boolean _ = Channel.unlinkIfExists(Path.of(there));
        boolean _ = Channel.unlinkIfExists(Path.of(back));
      }
      case AERON -> {}
      case KAFKA -> {
        try (Admin admin = admin()) {
          admin.deleteTopics(List.of(there, back)).all().get();
        }
      }
    }
  }

  /// Returns arguments for {@link #parse}.
  List<String> arguments() {
    return List.of(transport.name(), brokers, there, back);
  }

  static Address parse(String... arguments) {
    return new Address(Transport.valueOf(arguments[0]), arguments[1], arguments[2], arguments[3]);
  }
}
