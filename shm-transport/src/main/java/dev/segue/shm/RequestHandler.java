// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;

/// What answers requests.
@FunctionalInterface
public interface RequestHandler {

  /// Answers one request, both in place.
  ///
  /// If this throws, the requester gets an exception with this one's text, and the responder goes
  /// on; an `Error` comes out of its poll besides.
  ///
  /// @param request the request's bytes; valid until this returns
  /// @param reply where to write the reply, from its start
  /// @return the reply's true length
  long onRequest(MemorySegment request, MemorySegment reply);
}
