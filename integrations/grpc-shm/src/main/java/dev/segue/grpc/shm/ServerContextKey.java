// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Context;
import io.grpc.InternalServer;
import io.grpc.Server;

/// The context key by which gRPC's reflection service finds its server.
///
/// It is the only thing that is used of gRPC without being public API. If a release of gRPC has it
/// no more, only that service is affected.
final class ServerContextKey {

  private ServerContextKey() {}

  static Context set(Context root, Server server) {
    try {
      return root.withValue(InternalServer.SERVER_CONTEXT_KEY, server);
    } catch (LinkageError e) {
      return root;
    }
  }
}
