// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.grpc;
  requires dev.segue.grpc.shm;

  opens app to
      dev.segue.grpc,
      dev.segue.serializer;
}
