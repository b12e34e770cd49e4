// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.StringEncoding;
import dev.segue.serializer.UnknownTypes;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/// Creates the form of keys or values from a configuration.
final class Forms {
  private static final String JDK_PREFIX = "java.";

  private Forms() {}

  /// @throws ConfigException if the configuration is not valid; the message names the key
  static RecordForm of(Map<String, ?> configs, boolean isKey) {
    Keys keys = Keys.of(configs);
    if (isKey) {
      return KeyForm.of(keys.type(SegueKafkaConfig.KEY_TYPE));
    }
    requireClasses(keys);
    Compression compression = Compression.of(keys);
    TopicSchemaRegistry schemas = null;
    try {
      if (keys.text(SegueKafkaConfig.SCHEMAS).equals("topic")) {
        schemas = TopicSchemaRegistry.open(configs);
      }
      Class<?> type = keys.type(SegueKafkaConfig.TYPE);
      return new ValueForm(
          serializer(keys, schemas),
          type == null ? Object.class : type,
          compression,
          keys.isSet(SegueKafkaConfig.HEADERS),
          schemas);
    } catch (RuntimeException e) {
      compression.close();
      if (schemas != null) {
        schemas.close();
      }
      throw e;
    }
  }

  /// Creates the form of values for a serializer that the application has built.
  static RecordForm of(Serializer serializer, Class<?> type, Map<String, ?> configs) {
    Keys keys = Keys.of(configs);
    return new ValueForm(
        serializer, type, Compression.of(keys), keys.isSet(SegueKafkaConfig.HEADERS), null);
  }

  private static void requireClasses(Keys keys) {
    Class<?> type = keys.type(SegueKafkaConfig.TYPE);
    if (type == null
        && keys.list(SegueKafkaConfig.CLASSES).isEmpty()
        && keys.list(SegueKafkaConfig.PACKAGES).isEmpty()) {
      throw new ConfigException(
          "Missing configuration %s, %s or %s: write the class of the values, such as"
                  .formatted(
                      SegueKafkaConfig.TYPE, SegueKafkaConfig.CLASSES, SegueKafkaConfig.PACKAGES)
              + " com.example.shop.Order, or the packages of their classes, such as"
              + " com.example.shop");
    }
  }

  private static Serializer serializer(Keys keys, @Nullable SchemaRegistry schemas) {
    SerializerBuilder builder = Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
    ClassLoader loader = loader();
    register(builder, keys, loader);
    List<String> packages = keys.list(SegueKafkaConfig.PACKAGES);
    if (!packages.isEmpty()) {
      try {
        builder.allow(ClassRule.packages(loader, packages.toArray(String[]::new)));
      } catch (IllegalArgumentException e) {
        throw invalid(SegueKafkaConfig.PACKAGES, packages, e);
      }
    }
    if (schemas != null) {
      builder.schemaRegistry(schemas);
    }
    setOptions(builder, keys);
    try {
      return builder.build();
    } catch (SerializationException | IllegalStateException e) {
      throw new ConfigException(
          "Invalid configuration of %s, %s or %s: %s"
              .formatted(
                  SegueKafkaConfig.TYPE,
                  SegueKafkaConfig.CLASSES,
                  SegueKafkaConfig.PACKAGES,
                  e.getMessage()));
    }
  }

  /// The class loader of the application, as Kafka chooses it.
  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null) {
      return context;
    }
    ClassLoader own = Forms.class.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }

  /// Registers the type of the values and the listed classes, in the order of their names, so that
  /// the order of a list does not change the schemas.
  private static void register(SerializerBuilder builder, Keys keys, ClassLoader loader) {
    for (String name : keys.list(SegueKafkaConfig.CLASSES).stream().sorted().toList()) {
      try {
        builder.registerReachable(Class.forName(name, false, loader));
      } catch (ClassNotFoundException | LinkageError e) {
        throw new ConfigException(
            SegueKafkaConfig.CLASSES,
            name,
            "there is no such class; write binary names, such as com.example.Order$Item");
      } catch (SerializationException | IllegalArgumentException e) {
        throw invalid(SegueKafkaConfig.CLASSES, name, e);
      }
    }
    Class<?> type = keys.type(SegueKafkaConfig.TYPE);
    if (type != null && isRegistrable(type)) {
      try {
        builder.registerReachable(type);
      } catch (SerializationException | IllegalArgumentException e) {
        throw invalid(SegueKafkaConfig.TYPE, type.getName(), e);
      }
    }
  }

  /// Whether a type is a class of the application that can have instances, or a sealed type.
  private static boolean isRegistrable(Class<?> type) {
    return !type.getName().startsWith(JDK_PREFIX)
        && !type.isArray()
        && !type.isPrimitive()
        && (type.isSealed() || type.isEnum() || !Modifier.isAbstract(type.getModifiers()));
  }

  private static ConfigException invalid(String key, Object value, RuntimeException e) {
    return new ConfigException(key, value, String.valueOf(e.getMessage()));
  }

  private static void setOptions(SerializerBuilder builder, Keys keys) {
    builder
        .references(keys.isSet(SegueKafkaConfig.REFERENCES))
        .compactNumbers(keys.isSet(SegueKafkaConfig.COMPACT_NUMBERS))
        .stringEncoding(
            keys.isSet(SegueKafkaConfig.UTF_8) ? StringEncoding.UTF_8 : StringEncoding.UTF_16)
        .mergeEqualKeys(keys.isSet(SegueKafkaConfig.MERGE_EQUAL_KEYS))
        .unknownTypes(
            UnknownTypes.valueOf(
                keys.text(SegueKafkaConfig.UNKNOWN_TYPES).toUpperCase(Locale.ROOT)));
    if (keys.isSet(SegueKafkaConfig.UNTRUSTED)) {
      builder.untrusted();
    }
    int depth = keys.number(SegueKafkaConfig.MAX_DEPTH);
    if (depth != Keys.DEFAULT_LIMIT) {
      builder.maxDepth(depth);
    }
    long allocation = keys.wideNumber(SegueKafkaConfig.MAX_ALLOCATION_BYTES);
    if (allocation != Keys.DEFAULT_LIMIT) {
      builder.maxAllocation(allocation);
    }
    int colliding = keys.number(SegueKafkaConfig.MAX_COLLIDING_KEYS);
    if (colliding != Keys.DEFAULT_LIMIT) {
      builder.maxCollidingKeys(colliding);
    }
  }
}
