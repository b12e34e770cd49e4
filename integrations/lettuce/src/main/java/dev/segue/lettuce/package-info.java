// SPDX-License-Identifier: Apache-2.0

/// A `RedisCodec` for values that Segue serializes or compresses, and the forms they are kept in.
@NullMarked
package dev.segue.lettuce;

import org.jspecify.annotations.NullMarked;
