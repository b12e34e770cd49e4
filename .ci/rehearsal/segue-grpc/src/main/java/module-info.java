// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.grpc;

  opens app to
      dev.segue.grpc,
      dev.segue.serializer;
}
