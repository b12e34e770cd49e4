// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A program that exchanges messages.
public class Messages extends Scratch {

  /// Path of a channel.
  protected final Path path = directory.resolve("channel");

  /// A message.
  protected final MemorySegment message = MemorySegment.ofArray(new byte[100]);

  /// Creates the program.
  public Messages() throws IOException {}
}
