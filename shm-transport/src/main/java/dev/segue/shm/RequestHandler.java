// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// Handles requests: reads a request as bytes and writes the reply as bytes.
@FunctionalInterface
public interface RequestHandler {

  /// Answers one request. Both the request and the reply are in shared memory.
  ///
  /// If this throws, the requester gets an exception with the text of the thrown one, and the
  /// responder continues; an `Error` is also thrown by the responder's poll.
  ///
  /// @param request the bytes of the request; valid until this method returns
  /// @param reply memory for the reply, to be written from its start; as long as the longest reply
  /// @return the length of the reply, in bytes
  long onRequest(MemorySegment request, MemorySegment reply);
}
