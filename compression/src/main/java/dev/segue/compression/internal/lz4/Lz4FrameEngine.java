// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses to and decompresses LZ4 frames.
///
/// @param writer writes frames at the level of the engine
public record Lz4FrameEngine(Lz4FrameWriter writer) implements CodecEngine {

  /// Creates an engine at a level of [Lz4BlockEngine].
  public static Lz4FrameEngine ofLevel(int level) {
    return new Lz4FrameEngine(new Lz4FrameWriter(new Lz4BlockEngine(level)));
  }

  @Override
  public int level() {
    return writer.blocks().level();
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    return writer.compress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    return Lz4FrameReader.decompress(
        source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return Lz4FrameWriter.bound(Math.max(sourceLength, 0));
  }

  @Override
  public long contentLength(MemorySegment source) {
    return Lz4FrameReader.contentLength(source);
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.LZ4.require().describe();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    return new Lz4FrameOutputStream(out, contentLength, writer, failures);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    return new Lz4FrameInputStream(in, maxContentLength, failures);
  }
}
