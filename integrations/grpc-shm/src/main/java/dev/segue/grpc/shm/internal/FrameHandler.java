// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.lang.foreign.MemorySegment;

/// Handles the frames of a connection, on its reading thread.
public interface FrameHandler {

  /// Handles a frame.
  ///
  /// @param frame the header of the frame; the same object each time, valid until this returns
  /// @param memory read-only shared memory that contains the body, which the peer may change, valid
  ///   until this returns
  /// @param offset the body's offset in it
  /// @throws DamagedFrameException if the peer cannot have written the frame
  void onFrame(IncomingFrame frame, MemorySegment memory, long offset);
}
