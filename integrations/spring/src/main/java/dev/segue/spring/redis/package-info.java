// SPDX-License-Identifier: Apache-2.0

/// Serialization of Redis values for Spring Data Redis and Spring Session.
/// [SegueRedisSerializer][dev.segue.spring.redis.SegueRedisSerializer] writes and reads them,
/// [MigratingRedisSerializer][dev.segue.spring.redis.MigratingRedisSerializer] also reads values
/// that other serializers wrote.
/// [SegueRedisCacheManager][dev.segue.spring.redis.SegueRedisCacheManager] creates caches, and
/// [SegueSessionMapper][dev.segue.spring.redis.SegueSessionMapper] sessions, that treat unreadable
/// values as missing. [RedisSchemaRegistry][dev.segue.spring.redis.RedisSchemaRegistry] and
/// [RedisDictionaries][dev.segue.spring.redis.RedisDictionaries] store the schemas and dictionaries
/// of small values in Redis.
@NullMarked
package dev.segue.spring.redis;

import org.jspecify.annotations.NullMarked;
