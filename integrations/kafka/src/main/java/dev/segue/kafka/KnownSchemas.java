// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/// The schemas that a process has read from a topic or put there. Schemas never change, and stay
/// known even if the topic is deleted.
///
/// A record of the topic has a schema as its value, and the fingerprint in 16 hexadecimal digits as
/// its key. The fingerprint is a hash of the schema, so producers that concurrently publish the
/// same schema write the same record.
final class KnownSchemas {
  private static final System.Logger LOGGER = System.getLogger("dev.segue.kafka");

  private final Map<Long, byte[]> documents = new ConcurrentHashMap<>();

  /// The fingerprints of schemas on the topic. Tombstones, and deletion of the topic, remove
  /// fingerprints.
  private final Set<Long> onTopic = ConcurrentHashMap.newKeySet();

  byte @Nullable [] find(long fingerprint) {
    byte[] document = documents.get(fingerprint);
    return document == null ? null : document.clone();
  }

  boolean isOnTopic(long fingerprint) {
    return onTopic.contains(fingerprint);
  }

  void add(long fingerprint, byte[] document) {
    documents.putIfAbsent(fingerprint, document);
  }

  void setOnTopic(long fingerprint) {
    onTopic.add(fingerprint);
  }

  /// Forgets which schemas are on the topic, but not the schemas.
  void topicIsGone() {
    onTopic.clear();
  }

  /// Returns the known schemas that are not on the topic.
  Map<Long, byte[]> missing() {
    Map<Long, byte[]> missing = new HashMap<>(documents);
    missing.keySet().removeAll(onTopic);
    return missing;
  }

  /// Adds the schema in a record. Other programs may have written to the topic: a record without a
  /// schema is skipped with a warning.
  ///
  /// A tombstone deletes a schema from the topic, but not from memory: processes that write records
  /// publish it again, as they do after the topic was deleted.
  void accept(ConsumerRecord<byte[], byte[]> record) {
    if (record.key() == null) {
      return;
    }
    String key = new String(record.key(), StandardCharsets.US_ASCII);
    byte[] document = record.value();
    if (document == null) {
      onTopic.removeIf(fingerprint -> key(fingerprint).equals(key));
      return;
    }
    long fingerprint = fingerprint(document);
    if (!key.equals(key(fingerprint))) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "skipped offset %d of topic %s, which contains no schema"
              .formatted(record.offset(), record.topic()));
      return;
    }
    add(fingerprint, document);
    setOnTopic(fingerprint);
  }

  static String key(long fingerprint) {
    return HexFormat.of().toHexDigits(fingerprint);
  }

  private static long fingerprint(byte[] document) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(document);
      return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new LinkageError("each JDK has SHA-256", e);
    }
  }
}
