// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// A [Flag] as a transport, for one message at a time without content: for round trips only.
final class FlagWire extends Wire {
  private final Flag flag;
  private final MemorySegment arrived;
  private long seen;

  FlagWire(boolean client, Path directory, Content content) throws IOException {
    super(content);
    flag = new Flag(client, directory.resolve("wire"));
    arrived = MemorySegment.ofArray(new long[content.mostBytes() / Long.BYTES]);
  }

  @Override
  boolean trySend() {
    flag.raise(message.get(ValueLayout.JAVA_LONG, 0));
    return true;
  }

  @Override
  boolean tryReceive() {
    long word = flag.look();
    if (word == seen) {
      return false;
    }
    seen = word;
    arrived.set(ValueLayout.JAVA_LONG, 0, word);
    read(arrived, 0, arrived.byteSize());
    return true;
  }
}
