// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// A message that can be serialized into a lane.
public interface MessageBody {

  /// An upper bound of the message's length.
  int maxLength();

  /// Serializes the message.
  ///
  /// @param memory exactly as long as {@link #maxLength}
  /// @return the message's length, or -1 if it does not fit
  /// @throws IOException if the message's stream fails
  int write(MemorySegment memory) throws IOException;
}
