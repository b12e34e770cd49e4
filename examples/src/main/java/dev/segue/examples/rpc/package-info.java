// SPDX-License-Identifier: Apache-2.0

/// `./segue demo --rpc`: the same gRPC service over a Unix domain socket and over shared memory.
///
/// `RpcDemo` is the client, which starts `RpcDemoServer`.
@NullMarked
package dev.segue.examples.rpc;

import org.jspecify.annotations.NullMarked;
