// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The topic of schemas on a broker with names, passwords and access control lists.
class SecuredTest {
  private static final String TOPIC = "secured-schemas";
  private static final Map<String, String> PASSWORDS =
      Map.of("admin", "a", "writer", "w", "reader", "r", "late", "l", "stranger", "s");

  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.startSecured(PASSWORDS);
    allow("writer", CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE);
    allow("reader", DESCRIBE, READ);
    allow("late", DESCRIBE, READ);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static void allow(String user, AclOperation... operations) {
    var topic = new ResourcePattern(ResourceType.TOPIC, TOPIC, PatternType.LITERAL);
    var _ =
        TestCluster.get(
            cluster
                .admin()
                .createAcls(
                    Arrays.stream(operations)
                        .map(operation ->
                            new AclBinding(
                                topic,
                                new AccessControlEntry(
                                    "User:" + user, "*", operation, AclPermissionType.ALLOW)))
                        .toList())
                .all());
  }

  /// The configuration of a client of a user: its own settings for security.
  private static SegueSerde<Order> serde(String user, String password) {
    Map<String, Object> configs = new HashMap<>(cluster.schemas(TOPIC));
    configs.putAll(TestCluster.login(user, password));
    configs.put(SegueKafkaConfig.TYPE, Order.class.getName());
    if (!user.equals("writer")) { // a list of classes has other numbers, and so another schema
      configs.put(SegueKafkaConfig.CLASSES, KeyFormTest.Shop.class.getName());
    }
    SegueSerde<Order> serde = new SegueSerde<>();
    serde.configure(configs, false);
    return serde;
  }

  private static SegueSerde<Order> serde(String user) {
    return serde(user, PASSWORDS.getOrDefault(user, ""));
  }

  @Test
  void permissionsInTheGuideSuffice() {
    Order order = Order.of(1, 2);
    try (SegueSerde<Order> writer = serde("writer");
        SegueSerde<Order> reader = serde("reader")) {
      byte[] bytes = writer.serializer().serialize("orders", order);
      assertEquals(order, reader.deserializer().deserialize("orders", bytes));
      assertArrayEquals(bytes, writer.serializer().serialize("orders", order));
      // The reader has no permission to write, and its own schema is different.
      RuntimeException refused =
          assertThrows(
              AuthorizationException.class, () -> reader.serializer().serialize("orders", order));
      assertTrue(Messages.of(refused).contains(TOPIC), Messages.of(refused));
    }
  }

  @Test
  void refusedWriterWritesOncePermitted() throws InterruptedException {
    Order order = Order.of(1, 2);
    try (SegueSerde<Order> late = serde("late")) {
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThrows(
            AuthorizationException.class, () -> late.serializer().serialize("orders", order));
      }
      allow("late", WRITE);
      byte[] bytes = onceAllowed(late, order);
      assertEquals(order, late.deserializer().deserialize("orders", bytes));
    }
  }

  /// Brokers apply a new permission some time after confirming it.
  private static byte[] onceAllowed(SegueSerde<Order> serde, Order order)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (true) {
      try {
        return serde.serializer().serialize("orders", order);
      } catch (AuthorizationException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        Thread.sleep(10);
      }
    }
  }

  @Test
  void missingPermissionOrWrongPasswordIsNotBlamedOnTheRecord() {
    byte[] bytes;
    try (SegueSerde<Order> reader = serde("writer")) {
      bytes = reader.serializer().serialize("orders", Order.of(1, 2));
    }
    bytes[bytes.length - 13] ^= 1; // the fingerprint, so that the schema is not the serde's own
    try (SegueSerde<Order> stranger = serde("stranger");
        SegueSerde<Order> unknown = serde("writer", "wrong")) {
      assertThrows(
          AuthorizationException.class, () -> stranger.deserializer().deserialize("orders", bytes));
      assertThrows(
          SaslAuthenticationException.class,
          () -> unknown.deserializer().deserialize("orders", bytes));
    }
  }
}
