// SPDX-License-Identifier: Apache-2.0

/// A Redisson codec that serializes values and keys with Segue, and optionally compresses values:
/// [SegueCodec][dev.segue.redisson.SegueCodec].
@NullMarked
package dev.segue.redisson;

import org.jspecify.annotations.NullMarked;
