// SPDX-License-Identifier: Apache-2.0

/// Keys and values of Kafka records: [SegueSerializer][dev.segue.kafka.SegueSerializer],
/// [SegueDeserializer][dev.segue.kafka.SegueDeserializer] and, for Kafka Streams,
/// [SegueSerde][dev.segue.kafka.SegueSerde], configured by the keys of
/// [SegueKafkaConfig][dev.segue.kafka.SegueKafkaConfig]. A
/// [TopicSchemaRegistry][dev.segue.kafka.TopicSchemaRegistry] keeps schemas on a compacted topic.
@NullMarked
package dev.segue.kafka;

import org.jspecify.annotations.NullMarked;
