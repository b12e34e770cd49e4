// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

/// The configuration keys of [SegueSerializer], [SegueDeserializer], [SegueSerde] and
/// [TopicSchemaRegistry], which are set beside the keys of a producer, a consumer or Kafka Streams.
///
/// All values may be strings, as in a properties file. Lists are separated by commas, or of type
/// [java.util.List]; classes may also be of type [Class]. A key that begins with `segue.` and is
/// not listed here is refused.
///
/// Values need at least one of [#TYPE], [#CLASSES] and [#PACKAGES], keys need [#KEY_TYPE].
public final class SegueKafkaConfig {
  /// The class of values, or a supertype of their classes; `java.lang.Object` by default. If it is
  /// a class of the application, it is registered with all classes that its fields declare.
  public static final String TYPE = "segue.type";

  /// The class of keys: `java.lang.String`, `Integer`, `Long`, `Short`, `java.util.UUID`, `[B` for
  /// `byte[]`, an enum, or a record of such values.
  public static final String KEY_TYPE = "segue.key.type";

  /// Packages whose classes may occur in values, subpackages included.
  public static final String PACKAGES = "segue.packages";

  /// Classes that may occur in values, with all classes that their fields declare. A renamed class
  /// with an `@Alias` belongs here, or below [#TYPE]: packages alone do not find its old name.
  public static final String CLASSES = "segue.classes";

  /// Where schemas are: `record` (default), in each record; or `topic`, on a compacted topic, so
  /// that a record carries only an id of twelve bytes.
  public static final String SCHEMAS = "segue.schemas";

  /// The topic of schemas: `_segue_schemas` by default.
  public static final String SCHEMAS_TOPIC = "segue.schemas.topic";

  /// The replication factor with which the topic of schemas is created: by default 3, or the number
  /// of brokers if there are fewer.
  public static final String SCHEMAS_REPLICATION_FACTOR = "segue.schemas.replication.factor";

  /// The maximum time in milliseconds that a producer waits for its schema to be stored on the
  /// topic, and a consumer for the topic to be read: 60,000 by default.
  public static final String SCHEMAS_TIMEOUT_MS = "segue.schemas.timeout.ms";

  /// The interval in milliseconds at which a process checks whether the topic of schemas still
  /// exists: 30,000 by default.
  public static final String SCHEMAS_CHECK_MS = "segue.schemas.check.ms";

  /// A prefix for settings of the clients that read and write the topic of schemas. Without it,
  /// they connect as the producer or consumer does.
  public static final String SCHEMAS_CLIENT_PREFIX = "segue.schemas.client.";

  /// Whether values are compressed one by one: `off` (default), `on`, or a level of zstd. Values
  /// are read either way.
  public static final String ZSTD = "segue.zstd";

  /// Files with zstd dictionaries. Values are written with the first one, and read with all.
  public static final String ZSTD_DICTIONARIES = "segue.zstd.dictionaries";

  /// The maximum length of a decompressed value, in bytes: 64 MiB by default.
  public static final String MAX_BYTES = "segue.max.bytes";

  /// The maximum nesting depth of objects, as for
  /// [maxDepth][dev.segue.serializer.SerializerBuilder#maxDepth].
  public static final String MAX_DEPTH = "segue.max.depth";

  /// The maximum number of bytes that reading a value may allocate, as for
  /// [maxAllocation][dev.segue.serializer.SerializerBuilder#maxAllocation].
  public static final String MAX_ALLOCATION_BYTES = "segue.max.allocation.bytes";

  /// The maximum number of colliding keys in a set or map, as for
  /// [maxCollidingKeys][dev.segue.serializer.SerializerBuilder#maxCollidingKeys].
  public static final String MAX_COLLIDING_KEYS = "segue.max.colliding.keys";

  /// `true` for strict limits, as for
  /// [untrusted][dev.segue.serializer.SerializerBuilder#untrusted].
  public static final String UNTRUSTED = "segue.untrusted";

  /// How to read objects and enum constants that only the writer knew: `fail` (default), `null` or
  /// `keep`, as for [unknownTypes][dev.segue.serializer.SerializerBuilder#unknownTypes].
  public static final String UNKNOWN_TYPES = "segue.unknown.types";

  /// `true` to preserve shared objects and cycles, as for
  /// [references][dev.segue.serializer.SerializerBuilder#references]. Producers and consumers must
  /// agree.
  public static final String REFERENCES = "segue.references";

  /// Whether integers have variable length, as for
  /// [compactNumbers][dev.segue.serializer.SerializerBuilder#compactNumbers]: `true` by default.
  /// Values with a schema, in the record or on the topic, are read either way. Values without one,
  /// which only a serializer of the application in [consistent
  /// mode][dev.segue.serializer.SchemaMode#CONSISTENT] writes, are read if the setting is the same.
  public static final String COMPACT_NUMBERS = "segue.compact.numbers";

  /// `true` to write strings with characters beyond Latin-1 in
  /// [UTF-8][dev.segue.serializer.StringEncoding#UTF_8] instead of UTF-16. Text that is mostly
  /// ASCII takes half as much, but Chinese text half as much again. Values are read either way.
  public static final String UTF_8 = "segue.utf8";

  /// `true` to merge map keys that have become equal, as for
  /// [mergeEqualKeys][dev.segue.serializer.SerializerBuilder#mergeEqualKeys].
  public static final String MERGE_EQUAL_KEYS = "segue.merge.equal.keys";

  /// Whether each record gets the header [#HEADER], which takes about 25 bytes: `true` by default.
  public static final String HEADERS = "segue.headers";

  /// The name of a header for tools, with the format of the value and the id of its schema.
  ///
  /// The header's text is `1` for a payload or `1z` for a compressed one, then a hyphen and the
  /// schema's fingerprint in 16 hexadecimal digits, if the value has a schema. Reading does not
  /// depend on the header. A serializer that does not add it removes one that was copied from
  /// another record.
  public static final String HEADER = "segue";

  private SegueKafkaConfig() {}
}
