// SPDX-License-Identifier: Apache-2.0

/// Serialization of Redis values for Spring Data Redis and Spring Session.
/// [SegueRedisSerializer][dev.segue.spring.redis.SegueRedisSerializer] writes and reads them,
/// [MigratingRedisSerializer][dev.segue.spring.redis.MigratingRedisSerializer] also reads values
/// that other serializers wrote.
/// [SegueRedisCacheManager][dev.segue.spring.redis.SegueRedisCacheManager] makes caches, and
/// [SegueSessionMapper][dev.segue.spring.redis.SegueSessionMapper] sessions, for which unreadable
/// values are missing;
/// [SegueReactiveRedisTemplate][dev.segue.spring.redis.SegueReactiveRedisTemplate] makes them empty
/// for reactive templates. [RedisSchemaRegistry][dev.segue.spring.redis.RedisSchemaRegistry] and
/// [RedisDictionaries][dev.segue.spring.redis.RedisDictionaries] keep in Redis what small values
/// need.
@NullMarked
package dev.segue.spring.redis;

import org.jspecify.annotations.NullMarked;
