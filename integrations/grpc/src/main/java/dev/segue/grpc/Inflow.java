// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.StreamObserver;

/// Messages that arrive, for a reader that asks for them.
interface Inflow extends StreamObserver<Object> {

  /// The call from which messages are requested.
  interface Source {

    /// Requests more messages. Any thread may call it.
    void request(int messages);

    /// Ends the call, because the reader wants no more messages.
    void cancel(String reason);
  }

  /// Begins to request messages.
  void begin(Source source);
}
