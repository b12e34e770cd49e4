// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.kafka;

import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/// A broker that is its own controller, on loopback, for as long as its parent lives.
final class BrokerProcess {
  private static final int NODE = 1;

  private BrokerProcess() {}

  /// Starts a broker in another process. Clients may have to wait for it.
  ///
  /// @param processes owns it, and has the directory of its records
  /// @return its address
  static String start(Processes processes) throws IOException {
    int port = freePort();
    processes.start(
        BrokerProcess.class,
        List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"),
        List.of(
            processes.directory().resolve("log").toString(),
            Integer.toString(port),
            Integer.toString(freePort())));
    return "127.0.0.1:" + port;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// @param args the directory of its records, its port, and that of the controller
  public static void main(String[] args) throws Exception {
    Processes.endEarly();
    Properties settings = new Properties();
    settings.put("node.id", Integer.toString(NODE));
    settings.put("process.roles", "broker,controller");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("controller.quorum.voters", NODE + "@127.0.0.1:" + args[2]);
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s".formatted(args[1], args[2]));
    settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + args[1]);
    settings.put("log.dirs", args[0]);
    settings.put("log.segment.delete.delay.ms", "1");
    settings.put("log.cleaner.enable", "false");
    settings.put("offsets.topic.replication.factor", "1");
    new Formatter()
        .setPrintStream(System.out)
        .setClusterId(Uuid.randomUuid().toString())
        .setNodeId(NODE)
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setControllerListenerName("CONTROLLER")
        .setMetadataLogDirectory(args[0])
        .setDirectories(List.of(args[0]))
        .run();
    new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM).startup();
    new CountDownLatch(1).await();
  }
}
