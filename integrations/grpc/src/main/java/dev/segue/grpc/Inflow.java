// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.stub.StreamObserver;

/// Incoming messages, for a reader that requests them.
interface Inflow extends StreamObserver<Object> {

  /// The call from which messages are requested.
  interface Source {

    /// Requests more messages. Any thread may call it.
    void request(int messages);

    /// Ends the call because the reader needs no more messages.
    void cancel(String reason);
  }

  /// Starts requesting messages.
  void begin(Source source);
}
