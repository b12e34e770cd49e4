// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// The types, defaults and ranges of the configuration keys.
final class Keys {
  private static final String PREFIX = "segue.";
  private static final int DEFAULT_MAX_BYTES = 64 << 20;
  private static final int DEFAULT_TIMEOUT_MS = 60_000;
  private static final int DEFAULT_CHECK_MS = 30_000;

  /// The value of the replication factor that means: depending on the number of brokers.
  static final int BY_BROKERS = -1;

  /// The value that means the serializer's own limit.
  static final int DEFAULT_LIMIT = -1;

  private static final ConfigDef DEFINITIONS =
      new ConfigDef()
          .define(
              SegueKafkaConfig.TYPE,
              ConfigDef.Type.CLASS,
              null,
              ConfigDef.Importance.HIGH,
              "class of values")
          .define(
              SegueKafkaConfig.KEY_TYPE,
              ConfigDef.Type.CLASS,
              null,
              ConfigDef.Importance.HIGH,
              "class of keys")
          .define(
              SegueKafkaConfig.PACKAGES,
              ConfigDef.Type.LIST,
              List.of(),
              ConfigDef.Importance.HIGH,
              "packages")
          .define(
              SegueKafkaConfig.CLASSES,
              ConfigDef.Type.LIST,
              List.of(),
              ConfigDef.Importance.HIGH,
              "classes")
          .define(
              SegueKafkaConfig.SCHEMAS,
              ConfigDef.Type.STRING,
              "record",
              oneOf("record", "topic"),
              ConfigDef.Importance.HIGH,
              "where schemas are")
          .define(
              SegueKafkaConfig.SCHEMAS_TOPIC,
              ConfigDef.Type.STRING,
              "_segue_schemas",
              new ConfigDef.NonEmptyString(),
              ConfigDef.Importance.LOW,
              "topic of schemas")
          .define(
              SegueKafkaConfig.SCHEMAS_REPLICATION_FACTOR,
              ConfigDef.Type.INT,
              BY_BROKERS,
              Range.between(BY_BROKERS, Short.MAX_VALUE),
              ConfigDef.Importance.LOW,
              "replication factor")
          .define(
              SegueKafkaConfig.SCHEMAS_TIMEOUT_MS,
              ConfigDef.Type.INT,
              DEFAULT_TIMEOUT_MS,
              Range.atLeast(1),
              ConfigDef.Importance.LOW,
              "time-out of the topic")
          .define(
              SegueKafkaConfig.SCHEMAS_CHECK_MS,
              ConfigDef.Type.INT,
              DEFAULT_CHECK_MS,
              Range.atLeast(1),
              ConfigDef.Importance.LOW,
              "interval of checks")
          .define(
              SegueKafkaConfig.ZSTD,
              ConfigDef.Type.STRING,
              "off",
              ConfigDef.Importance.MEDIUM,
              "compression")
          .define(
              SegueKafkaConfig.ZSTD_DICTIONARIES,
              ConfigDef.Type.LIST,
              List.of(),
              ConfigDef.Importance.LOW,
              "files of dictionaries")
          .define(
              SegueKafkaConfig.MAX_BYTES,
              ConfigDef.Type.INT,
              DEFAULT_MAX_BYTES,
              Range.atLeast(1),
              ConfigDef.Importance.LOW,
              "longest value")
          .define(
              SegueKafkaConfig.UNKNOWN_TYPES,
              ConfigDef.Type.STRING,
              "fail",
              oneOf("fail", "null", "keep"),
              ConfigDef.Importance.LOW,
              "unknown classes and constants")
          .define(
              SegueKafkaConfig.COMPACT_NUMBERS,
              ConfigDef.Type.BOOLEAN,
              true,
              ConfigDef.Importance.LOW,
              "variable-length integers")
          .define(
              SegueKafkaConfig.HEADERS,
              ConfigDef.Type.BOOLEAN,
              true,
              ConfigDef.Importance.LOW,
              "header");

  static {
    limit(SegueKafkaConfig.MAX_DEPTH, ConfigDef.Type.INT, DEFAULT_LIMIT);
    limit(SegueKafkaConfig.MAX_ALLOCATION_BYTES, ConfigDef.Type.LONG, (long) DEFAULT_LIMIT);
    limit(SegueKafkaConfig.MAX_COLLIDING_KEYS, ConfigDef.Type.INT, DEFAULT_LIMIT);
    flag(SegueKafkaConfig.UNTRUSTED);
    flag(SegueKafkaConfig.REFERENCES);
    flag(SegueKafkaConfig.UTF_8);
    flag(SegueKafkaConfig.MERGE_EQUAL_KEYS);
  }

  private final Map<String, Object> values;

  private Keys(Map<String, Object> values) {
    this.values = values;
  }

  private static void limit(String key, ConfigDef.Type type, Object none) {
    DEFINITIONS.define(key, type, none, Keys::requireLimit, ConfigDef.Importance.LOW, "limit");
  }

  private static void requireLimit(String key, Object value) {
    long limit = ((Number) value).longValue();
    if (limit != DEFAULT_LIMIT && limit <= 0) {
      throw new ConfigException(key, value, "write a positive number");
    }
  }

  private static void flag(String key) {
    DEFINITIONS.define(key, ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.LOW, "switch");
  }

  private static ConfigDef.Validator oneOf(String... values) {
    return (key, value) -> {
      if (!List.of(values).contains(value)) {
        throw new ConfigException(key, value, "write one of " + String.join(", ", values));
      }
    };
  }

  /// Parses a configuration.
  ///
  /// @throws ConfigException if a value is not valid, or a key is not known; the message names the
  ///   key
  static Keys of(Map<String, ?> configs) {
    requireKnown(configs.keySet());
    return new Keys(DEFINITIONS.parse(configs));
  }

  private static void requireKnown(Set<String> given) {
    Set<String> known = DEFINITIONS.names();
    for (String key : given) {
      if (key.startsWith(PREFIX)
          && !key.startsWith(SegueKafkaConfig.SCHEMAS_CLIENT_PREFIX)
          && !known.contains(key)) {
        throw new ConfigException(
            "Unknown configuration %s: the keys are %s"
                .formatted(key, String.join(", ", new TreeSet<>(known))));
      }
    }
  }

  private Object value(String key) {
    return Objects.requireNonNull(values.get(key), key);
  }

  String text(String key) {
    return name(key).toLowerCase(Locale.ROOT);
  }

  /// A case-sensitive string.
  String name(String key) {
    return (String) value(key);
  }

  int number(String key) {
    return ((Number) value(key)).intValue();
  }

  long wideNumber(String key) {
    return ((Number) value(key)).longValue();
  }

  boolean isSet(String key) {
    return (Boolean) value(key);
  }

  @Nullable Class<?> type(String key) {
    return (Class<?>) values.get(key);
  }

  List<String> list(String key) {
    List<String> items = new ArrayList<>();
    for (Object item : (List<?>) value(key)) {
      String text = item instanceof Class<?> type ? type.getName() : String.valueOf(item).strip();
      if (!text.isEmpty()) {
        items.add(text);
      }
    }
    return items;
  }
}
