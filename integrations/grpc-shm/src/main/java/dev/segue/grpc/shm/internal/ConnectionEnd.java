// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.TransportException;

/// Why a connection has ended, as one of its ends sees it.
public sealed interface ConnectionEnd {

  /// This process has closed the connection, or the peer has closed it with a {@link Frames#CLOSE}
  /// that gives the reason.
  record Closed() implements ConnectionEnd {}

  /// The peer has left without giving a reason.
  ///
  /// @param alive for a client: whether the server is alive, as far as this can be determined
  record PeerLeft(boolean alive) implements ConnectionEnd {}

  /// This end has failed. The peer was informed, if that was possible.
  ///
  /// @param failure what has failed
  record Failed(Throwable failure) implements ConnectionEnd {

    /// The failure in words, for a status or a log.
    ///
    /// @return the description
    public String text() {
      return ConnectionEnd.describe(failure);
    }
  }

  /// Describes a failure: the messages of this library are complete sentences, those of other
  /// exceptions often need the name of their class.
  ///
  /// @param failure what has failed
  /// @return the description
  static String describe(Throwable failure) {
    String message = failure.getMessage();
    boolean ours =
        failure instanceof TransportException || failure instanceof DamagedFrameException;
    return ours && message != null ? message : failure.toString();
  }
}
