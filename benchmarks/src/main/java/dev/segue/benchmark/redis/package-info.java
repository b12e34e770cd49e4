// SPDX-License-Identifier: Apache-2.0

/// Values in a Redis server: the stored forms, the keys and the requests.
@NullMarked
package dev.segue.benchmark.redis;

import org.jspecify.annotations.NullMarked;
