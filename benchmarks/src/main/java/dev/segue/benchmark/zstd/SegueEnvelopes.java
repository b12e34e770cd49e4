// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import dev.segue.compression.Codec;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Segue's envelopes, made for small values, from native segment to native segment.
final class SegueEnvelopes implements MessageCodec {
  private final Arena arena = Arena.ofConfined();
  private final @Nullable ZstdDictionary dictionary;
  private final Envelope envelope;
  private final MemorySegment[] messages;
  private final MemorySegment[] buffers;
  private final MemorySegment[] written;
  private final MemorySegment restored;

  SegueEnvelopes(byte[][] messages, byte @Nullable [] dictionary) {
    var options = ZstdOptions.defaults().withLevel(ZstdLibrary.LEVEL);
    this.dictionary =
        dictionary == null ? null : ZstdDictionary.of(MemorySegment.ofArray(dictionary));
    var codec =
        Codec.zstd(this.dictionary == null ? options : options.withDictionary(this.dictionary));
    this.envelope = Envelope.of(codec);
    this.messages = new MemorySegment[messages.length];
    this.buffers = new MemorySegment[messages.length];
    this.written = new MemorySegment[messages.length];
    int longest = 0;
    for (int i = 0; i < messages.length; i++) {
      this.messages[i] = arena.allocateFrom(ValueLayout.JAVA_BYTE, messages[i]);
      buffers[i] = arena.allocate(envelope.maxEncodedLength(messages[i].length));
      written[i] = buffers[i].asSlice(0, envelope.encode(this.messages[i], buffers[i]));
      longest = Math.max(longest, messages[i].length);
    }
    this.restored = arena.allocate(longest);
  }

  @Override
  public long compress(int index) {
    return envelope.encode(messages[index], buffers[index]);
  }

  @Override
  public long decompress(int index) {
    return envelope.decode(written[index], restored);
  }

  @Override
  public byte[] decompressed(int length) {
    return restored.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public void close() {
    if (dictionary != null) {
      dictionary.close();
    }
    arena.close();
  }
}
