// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/// A word for each direction, for one message at a time without content: for round trips only.
final class FlagWire extends Wire {

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final long DISTANCE = 256;

  private final MemorySegment memory;
  private final MemorySegment arrived;
  private final long out;
  private final long in;
  private long seen;

  FlagWire(boolean client, Path directory, Content content) throws IOException {
    super(content);
    memory = SharedFiles.map(client, directory.resolve("flag"), 4096);
    arrived = MemorySegment.ofArray(new long[content.mostBytes() / Long.BYTES]);
    out = client ? 0 : DISTANCE;
    in = client ? DISTANCE : 0;
  }

  @Override
  boolean trySend() {
    WORD.setRelease(memory, out, message.get(ValueLayout.JAVA_LONG, 0));
    return true;
  }

  @Override
  boolean tryReceive() {
    long word = (long) WORD.getAcquire(memory, in);
    if (word == seen) {
      return false;
    }
    seen = word;
    arrived.set(ValueLayout.JAVA_LONG, 0, word);
    read(arrived, 0, arrived.byteSize());
    return true;
  }

  @Override
  public void close() {
    // Stays mapped until the process ends.
  }
}
