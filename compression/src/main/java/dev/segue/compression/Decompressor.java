// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.natives.Reclaim;
import dev.segue.compression.zstd.DecompressSettings;
import dev.segue.compression.zstd.StreamDecompressor;
import dev.segue.compression.zstd.Workspace;
import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// zstd decompression of frames that come piece by piece, into memory that comes piece by piece.
///
/// Frames that follow one another are one content; skippable frames are skipped. Takes native
/// memory for the window that a frame asks for, up to [ZstdOptions#decompressWindowLogMax].
///
/// Holds a native context until closed; one that is never closed is freed by the garbage collector
/// some time, and logged. One thread at a time may use it: a second one, and any after [#close],
/// gets an [IllegalStateException], never a crash.
public final class Decompressor implements AutoCloseable {

  private final StreamDecompressor stream;
  private final Reclaim memory;

  private Decompressor(StreamDecompressor stream) {
    this.stream = stream;
    try {
      stream.begin(MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      stream.close(); // nobody else will
      throw e;
    }
    this.memory =
        stream.isInWorkspace()
            ? Reclaim.onlyByClosing(stream::close)
            : Reclaim.whenUnreachable(
                this, "a Decompressor, or decompressing zstd stream,", stream::close);
  }

  /// A decompressor at the beginning of a frame.
  ///
  /// @param options what to accept
  /// @return the decompressor
  /// @throws IllegalStateException when the dictionary of the options is closed
  public static Decompressor zstd(ZstdOptions options) {
    ZstdLibrary.require();
    try {
      return new Decompressor(new StreamDecompressor(options.toDecompressSettings(), null));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// A decompressor in memory of the caller's: neither it nor its context takes any other. What
  /// [Compressor#zstd(ZstdOptions, MemorySegment)] says of the workspace goes for this one.
  ///
  /// @param options what to accept; [ZstdOptions#decompressWindowLogMax] decides how long the
  ///   workspace has to be
  /// @param workspace native memory at a multiple of 8, of [#workspaceLength] bytes or more
  /// @return the decompressor
  /// @throws IllegalArgumentException for memory that will not do
  /// @throws IllegalStateException for memory that another context is in, or that was freed, and
  ///   when the dictionary of the options is closed
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticDCtx</a>
  public static Decompressor zstd(ZstdOptions options, MemorySegment workspace) {
    Workspace claimed = Workspace.claim(workspace, workspaceLength(options));
    DecompressSettings settings = options.toDecompressSettings();
    try {
      return Workspace.orRelease(
          claimed, () -> new Decompressor(new StreamDecompressor(settings, claimed)));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// The length of a workspace that suffices for every window the options allow.
  ///
  /// @param options what to accept
  /// @return bytes
  public static long workspaceLength(ZstdOptions options) {
    ZstdLibrary.require();
    return StreamDecompressor.workspaceLength(1L << options.decompressWindowLogMax());
  }

  /// Begins anew; a frame that was not read to its end is dropped.
  public void begin() {
    begin(MemorySegment.NULL);
  }

  /// Begins anew, with a frame that was compressed after a prefix.
  ///
  /// @param prefix what [Compressor#begin(long, MemorySegment)] was given; copied to native memory
  ///   until the decompressor is closed
  public void begin(MemorySegment prefix) {
    try {
      stream.begin(prefix);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Takes what it can of the source, and writes what it can to the start of the destination.
  ///
  /// What was taken is [#consumed()]; call again with the rest, and with more room. All content is
  /// there when the source is used up and [#isFrameComplete()].
  ///
  /// With [ZstdDecompressParameter#STABLE_OUT_BUFFER], the destination is the same segment, from
  /// its start, in every step of a frame, and long enough for all of its content. Then libzstd
  /// needs no window besides, and each step goes on where the last one stopped.
  ///
  /// @param source compressed bytes; may be empty
  /// @param destination where the content goes
  /// @return bytes written by this step
  /// @throws CompressionException that tells what is wrong with the source; `LIMIT_EXCEEDED` for a
  ///   window larger than allowed
  /// @throws IllegalStateException when an earlier step has failed and nothing was begun since
  /// @throws IllegalArgumentException for a heap segment where it has to be native: with a
  ///   workspace, or a buffer that is to stay
  public long step(MemorySegment source, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(source, destination);
    try {
      return stream.step(source, destination);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// What the last step took of its source.
  ///
  /// @return bytes
  public long consumed() {
    return stream.consumed();
  }

  /// Whether what was taken so far ends where a frame ends, and all of its content was given.
  ///
  /// @return false in the middle of a frame: an input that ends there is truncated
  public boolean isFrameComplete() {
    return stream.isFrameComplete();
  }

  /// Gives the context back. A step that is running ends well; later ones throw.
  @Override
  public void close() {
    memory.close();
  }

  /// Takes a piece of the source in, of which [#take] decompresses; all of the last one was read.
  void put(byte[] source, int length) {
    try {
      stream.put(source, length);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Decompresses what was [#put] in.
  ///
  /// @return bytes written; 0 when there is no more to come of it
  int take(byte[] content, int offset, int length) {
    try {
      return stream.take(content, offset, length);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Bytes taken since the beginning.
  long totalConsumed() {
    return stream.totalConsumed();
  }
}
