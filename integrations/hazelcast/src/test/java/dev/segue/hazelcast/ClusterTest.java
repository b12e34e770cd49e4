// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.GlobalSerializerConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.query.Predicates;
import dev.segue.sources.MadeUpSource;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Members and clients on loopback.
class ClusterTest {

  /// On a busy machine, the defaults of time-outs pass.
  private static final int PATIENCE_SECONDS = 300;

  private static final String NAME = "test-" + UUID.randomUUID();

  @BeforeAll
  static void configure() {
    System.setProperty("hazelcast.logging.type", "none");
    System.setProperty("hazelcast.phone.home.enabled", "false");
  }

  @AfterEach
  void stop() {
    HazelcastClient.shutdownAll();
    Hazelcast.shutdownAll();
  }

  /// Restricts a member to loopback and a free port.
  private static Config onLoopback(Config config, HazelcastInstance... others) {
    config
        .setClusterName(NAME)
        .setProperty("hazelcast.socket.bind.any", "false")
        .setProperty("hazelcast.wait.seconds.before.join", "0")
        .setProperty("hazelcast.max.no.heartbeat.seconds", "" + PATIENCE_SECONDS)
        .setProperty("hazelcast.shutdownhook.enabled", "false");
    config.getMetricsConfig().setEnabled(false);
    config.getIntegrityCheckerConfig().setEnabled(false);
    config.getNetworkConfig().setPort(0).setPortAutoIncrement(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    JoinConfig join = config.getNetworkConfig().getJoin();
    join.getAutoDetectionConfig().setEnabled(false);
    join.getMulticastConfig().setEnabled(false);
    join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(PATIENCE_SECONDS);
    for (HazelcastInstance other : others) { // without which a member does not start
      join.getTcpIpConfig().setRequiredMember(address(other));
    }
    return config;
  }

  private static String address(HazelcastInstance member) {
    InetSocketAddress address = member.getCluster().getLocalMember().getSocketAddress();
    return "127.0.0.1:" + address.getPort();
  }

  private static GlobalSerializerConfig global(ClassLoader loader, String... packages) {
    return new GlobalSerializerConfig()
        .setImplementation(new SegueSerializer(1_000, loader, packages))
        .setOverrideJavaSerialization(true);
  }

  private static HazelcastInstance member(ClassLoader loader, HazelcastInstance... others) {
    Config config = new Config().setClassLoader(loader);
    config
        .getSerializationConfig()
        .setGlobalSerializerConfig(global(loader, "app", "dev.segue.hazelcast"));
    return Hazelcast.newHazelcastInstance(onLoopback(config, others));
  }

  private static HazelcastInstance client(ClassLoader loader, HazelcastInstance member) {
    ClientConfig config = new ClientConfig().setClusterName(NAME).setClassLoader(loader);
    config
        .getNetworkConfig()
        .addAddress(address(member))
        .setConnectionTimeout(1_000 * PATIENCE_SECONDS);
    config.getMetricsConfig().setEnabled(false);
    config.getSerializationConfig().setGlobalSerializerConfig(global(loader, "app"));
    return HazelcastClient.newHazelcastClient(config);
  }

  @Test
  void membersReadEachOthersValues() {
    Config declared =
        Config.loadFromString(
            """
            <hazelcast xmlns="http://www.hazelcast.com/schema/config">
              <serialization>
                <serializers>
                  <global-serializer override-java-serialization="true">dev.segue.hazelcast.ShopSerializer</global-serializer>
                </serializers>
              </serialization>
            </hazelcast>
            """);
    HazelcastInstance first = Hazelcast.newHazelcastInstance(onLoopback(declared));
    HazelcastInstance second = member(ClusterTest.class.getClassLoader(), first);
    assertEquals(2, second.getCluster().getMembers().size());
    IMap<Long, Object> here = first.getMap("map");
    IMap<Long, Object> there = second.getMap("map");
    for (long i = 0; i < 100; i++) {
      here.put(i, Order.of(i, 1));
    }
    for (long i = 0; i < 100; i++) {
      assertEquals(Order.of(i, 1), there.get(i));
    }
    assertEquals(1, there.values(Predicates.equal("id", 7)).size());
    here.put(1L, List.of(Order.of(1, 2), Order.of(2, 3)));
    assertEquals(List.of(Order.of(1, 2), Order.of(2, 3)), there.get(1L));
    HazelcastSerializationException failure =
        assertThrows(HazelcastSerializationException.class, () -> here.put(2L, new CRC32()));
    assertTrue(
        String.valueOf(failure.getCause()).contains("cannot write a java.util.zip.CRC32"),
        failure::toString);
    assertEquals(Order.of(2, 1), here.get(2L));
  }

  /// Fails on the member that has the key.
  record Failing() implements EntryProcessor<Long, Object, Object> {
    @Override
    public Object process(Map.Entry<Long, Object> entry) {
      throw new HazelcastException("expected by a test");
    }
  }

  @Test
  void callersGetExceptionsFromOtherMembers() {
    HazelcastInstance first = member(ClusterTest.class.getClassLoader());
    HazelcastInstance second = member(ClusterTest.class.getClassLoader(), first);
    IMap<Long, Object> map = second.getMap("failing");
    map.put(0L, "assigns the partitions to members");
    long key = 0;
    while (Objects.requireNonNull(second.getPartitionService().getPartition(key).getOwner())
        .localMember()) {
      key++;
    }
    long ofFirst = key;
    HazelcastException failure =
        assertThrows(HazelcastException.class, () -> map.executeOnKey(ofFirst, new Failing()));
    assertTrue(failure.toString().contains("expected by a test"), failure.toString());
  }

  private static final String BEFORE =
      "package app; public record Order(long id, String article, int lost) {}";
  private static final String AFTER =
      """
      package app;
      public record Order(
          java.util.Set<String> tags, String article, @dev.segue.serializer.Alias("id") long number) {}
      """;

  @Test
  void memberAndClientMayHaveDifferentVersionsOfAClass() throws Exception {
    MadeUpSource before = new MadeUpSource("app.Order", BEFORE);
    MadeUpSource after = new MadeUpSource("app.Order", AFTER);
    HazelcastInstance member = member(before);
    IMap<Long, Object> onMember = member.getMap("versions");
    IMap<Long, Object> onClient = client(after, member).getMap("versions");
    onMember.put(1L, before.create("app.Order", 1L, "tea", 7));
    onClient.put(2L, after.create("app.Order", Set.of("cold"), "milk", 2L));
    assertEquals("Order[tags=null, article=tea, number=1]", onClient.get(1L) + "");
    assertEquals("Order[id=0, article=milk, lost=0]", onMember.get(2L) + "");
    assertEquals("Order[tags=[cold], article=milk, number=2]", onClient.get(2L) + "");
    assertEquals(Set.of(2L), onClient.keySet(Predicates.equal("article", "milk")));
  }

  @Test
  void exampleReadsTheValuesItPut() {
    assertEquals(Order.of(4_711, 2), HazelcastExample.run(onLoopback(new Config())));
  }
}
