// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/// A Kafka broker in this process, which is also its own controller.
public final class Broker implements AutoCloseable {

  private final String address;
  private final KafkaRaftServer server;

  private Broker(String address, KafkaRaftServer server) {
    this.address = address;
    this.server = server;
  }

  /// Starts a broker.
  ///
  /// @param directory an empty directory for the broker's files
  public static Broker start(Path directory) throws IOException {
    String address = "localhost:" + freePort();
    String controller = "localhost:" + freePort();
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@" + controller);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller);
    settings.put("log.dirs", directory.resolve("logs").toString());
    settings.put("offsets.topic.num.partitions", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("log.cleaner.enable", "false"); // It needs 128 MB of memory.
    format(settings, directory.resolve("broker.properties"));
    KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
    server.startup();
    return new Broker(address, server);
  }

  private static String freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  private static void format(Properties settings, Path file) throws IOException {
    try (OutputStream stream = Files.newOutputStream(file)) {
      settings.store(stream, null);
    }
    String[] arguments = {
      "format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()
    };
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    assertEquals(0, StorageTool.execute(arguments, out), printed::toString);
  }

  /// The address for clients.
  public String address() {
    return address;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  /// Runs a broker until the process is killed, and prints its address.
  ///
  /// @param args an empty directory
  public static void main(String[] args) throws IOException {
    Broker broker = start(Path.of(args[0]));
    System.out.println(broker.address());
    broker.server.awaitShutdown();
  }
}
