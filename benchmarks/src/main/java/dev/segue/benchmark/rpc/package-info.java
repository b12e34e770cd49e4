// SPDX-License-Identifier: Apache-2.0

/// Messages of Netty and gRPC: the libraries, each in the way its users write it.
@NullMarked
package dev.segue.benchmark.rpc;

import org.jspecify.annotations.NullMarked;
