// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.lang.foreign.MemorySegment;

/// Moves a view to payloads. Superclass of cursors that are generated at build time, in the package
/// of the view's interface; cursors generated at run time extend the public class.
public abstract class Pointer {

  /// For generated classes.
  protected Pointer() {}

  /// Moves the view to a payload.
  ///
  /// @return the view
  public abstract Object at(MemorySegment source, long offsetBytes);
}
