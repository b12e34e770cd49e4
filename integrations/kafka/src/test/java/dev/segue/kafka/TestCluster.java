// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.fixtures.Await;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import kafka.server.BrokerServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.jspecify.annotations.Nullable;

/// A controller and brokers in this JVM. Brokers keep their ports when they are started again.
final class TestCluster implements AutoCloseable {
  private static final int FIRST_BROKER = 0;
  private static final String SECURED = "secured";
  private static final long MINUTES = 5;

  /// The time-out of brokers and clients: on a busy machine, their defaults pass.
  static final String PATIENCE_MS = "300000";

  private final KafkaClusterTestKit kit;
  private final String servers;
  private final Admin admin;

  private TestCluster(KafkaClusterTestKit kit, String servers, Map<String, Object> ofAdmin) {
    this.kit = kit;
    this.servers = servers;
    Map<String, Object> configs = new HashMap<>(ofAdmin);
    configs.put("bootstrap.servers", servers);
    configs.put("default.api.timeout.ms", PATIENCE_MS);
    this.admin = Admin.create(configs);
  }

  static TestCluster start(int brokers) {
    return start(
        new TestKitNodes.Builder().setNumControllerNodes(1).setNumBrokerNodes(brokers),
        Map.of(),
        Map.of());
  }

  /// Starts a broker that requires user names and passwords, and allows only what access control
  /// lists permit.
  ///
  /// @param users the users' passwords; `admin` may do everything
  static TestCluster startSecured(Map<String, String> users) {
    StringBuilder login = new StringBuilder(PlainLoginModule.class.getName() + " required");
    users.forEach((user, password) -> login.append(" user_%s=\"%s\"".formatted(user, password)));
    login.append(" username=\"admin\" password=\"%s\";".formatted(users.get("admin")));
    return start(
        nodes(SecurityProtocol.SASL_PLAINTEXT),
        withRights(
            Map.of(
                "listener.name.%s.plain.sasl.jaas.config".formatted(SECURED),
                login.toString(),
                "super.users",
                "User:admin;User:ANONYMOUS")), // the controller has no passwords
        login("admin", users.get("admin")));
  }

  /// Starts a broker with TLS that asks clients for certificates, and allows only what access
  /// control lists say.
  ///
  /// @param broker the user that the broker is, which may do everything
  static TestCluster startWithCertificates(Certificates certificates, String broker) {
    Map<String, Object> own = certificates.files(broker);
    Map<String, Object> configs = new HashMap<>(own);
    configs.keySet().removeIf(key -> !key.startsWith("ssl."));
    configs.put("ssl.client.auth", "required");
    configs.put("super.users", "User:CN=" + broker);
    return start(
        nodes(SecurityProtocol.SSL).setControllerSecurityProtocol(SecurityProtocol.SSL),
        withRights(configs),
        own);
  }

  private static TestKitNodes.Builder nodes(SecurityProtocol protocol) {
    return new TestKitNodes.Builder()
        .setNumControllerNodes(1)
        .setNumBrokerNodes(1)
        .setBrokerListenerName(ListenerName.normalised(SECURED))
        .setBrokerSecurityProtocol(protocol);
  }

  private static Map<String, Object> withRights(Map<String, Object> configs) {
    Map<String, Object> all = new HashMap<>(configs);
    all.put("authorizer.class.name", StandardAuthorizer.class.getName());
    return all;
  }

  /// The settings of a client for [#startSecured].
  static Map<String, Object> login(String user, @Nullable String password) {
    return Map.of(
        "security.protocol",
        "SASL_PLAINTEXT",
        "sasl.mechanism",
        "PLAIN",
        "sasl.jaas.config",
        "%s required username=\"%s\" password=\"%s\";"
            .formatted(PlainLoginModule.class.getName(), user, password));
  }

  private static TestCluster start(
      TestKitNodes.Builder nodes, Map<String, Object> more, Map<String, Object> ofAdmin) {
    try {
      KafkaClusterTestKit.Builder builder =
          new KafkaClusterTestKit.Builder(nodes.build())
              .setConfigProp("offsets.topic.num.partitions", "1")
              .setConfigProp("offsets.topic.replication.factor", "1")
              .setConfigProp("transaction.state.log.replication.factor", "1")
              .setConfigProp("group.initial.rebalance.delay.ms", "0")
              .setConfigProp("group.consumer.min.session.timeout.ms", "1000")
              .setConfigProp("group.min.session.timeout.ms", "1000")
              .setConfigProp(
                  "broker.heartbeat.interval.ms", "100") // brokers start and stop with it
              .setConfigProp("initial.broker.registration.timeout.ms", PATIENCE_MS)
              .setConfigProp("log.cleaner.enable", "false");
      more.forEach(builder::setConfigProp);
      KafkaClusterTestKit kit = builder.build();
      kit.format();
      kit.startup();
      kit.waitForReadyBrokers();
      return new TestCluster(kit, kit.bootstrapServers(), ofAdmin);
    } catch (Exception e) {
      throw new IllegalStateException("cannot start a cluster", e);
    }
  }

  String servers() {
    return servers;
  }

  Admin admin() {
    return admin;
  }

  private BrokerServer broker(int index) {
    return Objects.requireNonNull(kit.brokers().get(FIRST_BROKER + index));
  }

  void stopBrokers() {
    kit.brokers().values().parallelStream().forEach(broker -> broker.shutdown());
    kit.brokers().values().forEach(broker -> broker.awaitShutdown());
  }

  void startBrokers() {
    kit.brokers().values().parallelStream().forEach(broker -> broker.startup());
  }

  void stopBroker(int index) {
    broker(index).shutdown();
    broker(index).awaitShutdown();
  }

  void startBroker(int index) {
    broker(index).startup();
  }

  void createTopic(String name, int partitions, int replicas, Map<String, String> configs) {
    NewTopic topic = new NewTopic(name, partitions, (short) replicas).configs(configs);
    get(admin.createTopics(List.of(topic)).all());
  }

  /// Gives a user of a secured broker rights for a topic. The broker applies them some time after
  /// the controller has confirmed them, so this waits until the broker knows them.
  void allow(String user, String topic, AclOperation... operations) {
    var resource = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
    List<AclBinding> rights =
        Arrays.stream(operations)
            .map(operation ->
                new AclBinding(
                    resource,
                    new AccessControlEntry(
                        "User:" + user, "*", operation, AclPermissionType.ALLOW)))
            .toList();
    var _ = get(admin.createAcls(rights).all());
    Await.until(
        "the broker knows " + rights,
        () -> get(admin.describeAcls(AclBindingFilter.ANY).values()).containsAll(rights));
  }

  static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(MINUTES, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /// A typical configuration of a producer.
  Map<String, Object> producer(String... more) {
    Map<String, Object> configs = new HashMap<>();
    configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    configs.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS);
    configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MS);
    configs.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
    configs.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, SegueSerializer.class.getName());
    return with(configs, more);
  }

  /// The configuration of a consumer that reads all records.
  Map<String, Object> consumer(String group, String... more) {
    Map<String, Object> configs = new HashMap<>();
    configs.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    configs.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    configs.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    configs.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    configs.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
    configs.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "100"); // members learn of new ones
    configs.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
    configs.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, SegueDeserializer.class.getName());
    return with(configs, more);
  }

  /// The settings of a registry on a topic.
  Map<String, Object> schemas(String topic, String... more) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("bootstrap.servers", servers);
    configs.put(SegueKafkaConfig.SCHEMAS, "topic");
    configs.put(SegueKafkaConfig.SCHEMAS_TOPIC, topic);
    configs.put(SegueKafkaConfig.SCHEMAS_TIMEOUT_MS, PATIENCE_MS);
    return with(configs, more);
  }

  private static Map<String, Object> with(Map<String, Object> configs, String... more) {
    for (int i = 0; i < more.length; i += 2) {
      configs.put(more[i], more[i + 1]);
    }
    return configs;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    try {
      kit.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot stop the cluster", e);
    }
  }
}
