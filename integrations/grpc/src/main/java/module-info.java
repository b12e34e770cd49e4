// SPDX-License-Identifier: Apache-2.0

/// Messages of gRPC, serialized and compressed by Segue, and services from plain Java interfaces.
module dev.segue.grpc {
  requires static transitive org.jspecify;
  requires transitive dev.segue.compression;
  requires transitive dev.segue.serializer;
  requires transitive io.grpc;
  requires transitive io.grpc.stub;

  exports dev.segue.grpc;
}
