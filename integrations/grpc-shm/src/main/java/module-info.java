// SPDX-License-Identifier: Apache-2.0

/// gRPC calls between processes of one host, through shared memory.
module dev.segue.grpc.shm {
  requires static transitive org.jspecify;
  requires dev.segue.grpc;
  requires dev.segue.serializer;
  requires dev.segue.shm;
  requires transitive io.grpc;

  exports dev.segue.grpc.shm;
}
