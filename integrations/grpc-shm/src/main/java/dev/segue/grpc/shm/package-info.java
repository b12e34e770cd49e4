// SPDX-License-Identifier: Apache-2.0

/// gRPC calls between processes of one host, through shared memory: {@link
/// dev.segue.grpc.shm.ShmChannelBuilder} for clients, {@link dev.segue.grpc.shm.ShmServerBuilder}
/// for servers. Stubs, interceptors, deadlines and status codes are those of gRPC.
@NullMarked
package dev.segue.grpc.shm;

import org.jspecify.annotations.NullMarked;
