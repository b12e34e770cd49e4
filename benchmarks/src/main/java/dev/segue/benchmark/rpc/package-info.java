// SPDX-License-Identifier: Apache-2.0

/// Benchmarks of messages through Netty and gRPC, with each library used in its typical way.
@NullMarked
package dev.segue.benchmark.rpc;

import org.jspecify.annotations.NullMarked;
