// SPDX-License-Identifier: Apache-2.0

/// A Redisson codec for values and keys that Segue serializes, and compresses if asked to:
/// [SegueCodec][dev.segue.redisson.SegueCodec].
@NullMarked
package dev.segue.redisson;

import org.jspecify.annotations.NullMarked;
