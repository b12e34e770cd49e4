// SPDX-License-Identifier: Apache-2.0

/// A Lettuce codec for Redis and Valkey values that Segue serializes or compresses:
/// [SegueRedisCodec][dev.segue.lettuce.SegueRedisCodec].
@NullMarked
package dev.segue.lettuce;

import org.jspecify.annotations.NullMarked;
