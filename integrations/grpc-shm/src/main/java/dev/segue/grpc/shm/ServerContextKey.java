// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Context;
import io.grpc.InternalServer;
import io.grpc.Server;

/// The context key by which gRPC's reflection service finds its server.
///
/// This is the only use of an internal gRPC API. If a release of gRPC removes it, only the
/// reflection service is affected.
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
