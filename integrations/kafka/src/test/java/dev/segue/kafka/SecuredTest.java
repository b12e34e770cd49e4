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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
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
    cluster.allow("writer", TOPIC, CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE);
    cluster.allow("reader", TOPIC, DESCRIBE, READ);
    cluster.allow("late", TOPIC, DESCRIBE, READ);
  }

  @AfterAll
  static void stop() {
    cluster.close();
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
  void refusedWriterWritesOnceItHasTheRight() {
    Order order = Order.of(1, 2);
    try (SegueSerde<Order> late = serde("late")) {
      for (int attempt = 0; attempt < 3; attempt++) {
        assertThrows(
            AuthorizationException.class, () -> late.serializer().serialize("orders", order));
      }
      cluster.allow("late", TOPIC, WRITE);
      byte[] bytes = late.serializer().serialize("orders", order);
      assertEquals(order, late.deserializer().deserialize("orders", bytes));
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
      RuntimeException forbidden =
          assertThrows(
              AuthorizationException.class,
              () -> stranger.deserializer().deserialize("orders", bytes));
      assertTrue(Messages.of(forbidden).contains(TOPIC), Messages.of(forbidden));
      RuntimeException refused =
          assertThrows(
              SaslAuthenticationException.class,
              () -> unknown.deserializer().deserialize("orders", bytes));
      for (String part : List.of(TOPIC, "Invalid username", "segue.schemas.client.sasl.")) {
        assertTrue(Messages.of(refused).contains(part), Messages.of(refused));
      }
    }
  }
}
