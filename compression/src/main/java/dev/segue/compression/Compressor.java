// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.natives.Reclaim;
import dev.segue.compression.zstd.CompressSettings;
import dev.segue.compression.zstd.StreamCompressor;
import dev.segue.compression.zstd.Workspace;
import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// zstd compression of content that comes piece by piece, into memory that comes piece by piece.
///
/// Holds a native context until closed; one that is never closed is freed by the garbage collector
/// some time, and logged. One thread at a time may use it: a second one, and any after [#close],
/// gets an [IllegalStateException], never a crash.
///
/// ```java
/// try (Compressor compressor = Compressor.zstd(ZstdOptions.defaults())) {
///   long written = compressor.step(source, destination, Compressor.Directive.END);
///   // source.asSlice(compressor.consumed()) is still to come, unless compressor.isComplete()
/// }
/// ```
public final class Compressor implements AutoCloseable {

  /// What a step is to bring about.
  public enum Directive {
    /// Takes the source in; gives output when there is enough of it.
    CONTINUE(0),
    /// Gives everything taken in so far, so that it can be decompressed.
    FLUSH(1),
    /// Ends the frame; the step after begins another.
    END(2);

    /// The `ZSTD_EndDirective`.
    private final int number;

    Directive(int number) {
      this.number = number;
    }
  }

  private final StreamCompressor stream;
  private final Reclaim memory;

  private Compressor(StreamCompressor stream) {
    this.stream = stream;
    try {
      stream.begin(-1, MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      stream.close(); // nobody else will
      throw e;
    }
    this.memory =
        stream.isInWorkspace()
            ? Reclaim.onlyByClosing(stream::close)
            : Reclaim.whenUnreachable(
                this, "a Compressor, or compressing zstd stream,", stream::close);
  }

  /// A compressor at the beginning of a frame whose content length is not known.
  ///
  /// @param options how to compress
  /// @return the compressor
  /// @throws IllegalStateException when the dictionary of the options is closed
  public static Compressor zstd(ZstdOptions options) {
    ZstdLibrary.require();
    try {
      return new Compressor(new StreamCompressor(options.toCompressSettings(), null));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// A compressor in memory of the caller's: neither it nor its context takes any other, for
  /// processes that must not allocate.
  ///
  /// The workspace belongs to the compressor until that is closed. Nothing else may write to it:
  /// what is there is libzstd's, and bytes that are not make it do anything. Its arena can't be
  /// closed under a step; a step after it was closed is an [IllegalStateException]. Sources and
  /// destinations have to be native and outside of it, and there is no room for a prefix or
  /// workers. A dictionary has memory of its own: [ZstdDictionary#in] makes one that is the
  /// caller's too.
  ///
  /// @param options how to compress
  /// @param workspace native memory at a multiple of 8, of [#workspaceLength] bytes or more
  /// @return the compressor
  /// @throws IllegalArgumentException for memory that will not do
  /// @throws IllegalStateException for memory that another context is in, or that was freed, and
  ///   when the dictionary of the options is closed
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticCCtx</a>
  public static Compressor zstd(ZstdOptions options, MemorySegment workspace) {
    ZstdLibrary.require();
    CompressSettings settings = options.toCompressSettings();
    Workspace claimed = Workspace.claim(workspace, StreamCompressor.workspaceLength(settings));
    try {
      return Workspace.orRelease(
          claimed, () -> new Compressor(new StreamCompressor(settings, claimed)));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// The length of a workspace that suffices for any content.
  ///
  /// @param options how to compress
  /// @return bytes
  /// @throws IllegalArgumentException for options with workers
  public static long workspaceLength(ZstdOptions options) {
    ZstdLibrary.require();
    return StreamCompressor.workspaceLength(options.toCompressSettings());
  }

  /// Begins a frame of known length; one that was begun and not ended is dropped.
  ///
  /// @param contentLength bytes of content that will come, exactly; -1 when not known
  public void begin(long contentLength) {
    begin(contentLength, MemorySegment.NULL);
  }

  /// Begins a frame whose content resembles something the reader has already, as `zstd
  /// --patch-from` does. Without a window that spans both ([ZstdOptions#longDistanceMatching]),
  /// only the end of the prefix is of use.
  ///
  /// @param contentLength bytes of content that will come, exactly; -1 when not known
  /// @param prefix what the reader has; copied to native memory until the compressor is closed
  public void begin(long contentLength, MemorySegment prefix) {
    if (contentLength < -1) {
      throw new IllegalArgumentException("contentLength=" + contentLength + " is below -1");
    }
    try {
      stream.begin(contentLength, prefix);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Takes what it can of the source, and writes what it can to the start of the destination.
  ///
  /// What was taken is [#consumed()]; call again with the rest, and with more room, until
  /// [#isComplete()].
  ///
  /// With [ZstdParameter#STABLE_IN_BUFFER], the source is the same segment, from its start, in
  /// every step of a frame, or a longer one at the same address; with
  /// [ZstdParameter#STABLE_OUT_BUFFER], so is the destination. Then libzstd does not copy them, and
  /// each step goes on where the last one stopped.
  ///
  /// @param source content; may be empty
  /// @param destination where the compressed form goes
  /// @param directive what to bring about
  /// @return bytes written by this step
  /// @throws CompressionException of kind `MALFORMED_INPUT` when the content is not as long as was
  ///   announced
  /// @throws IllegalStateException when an earlier step has failed and nothing was begun since
  /// @throws IllegalArgumentException for a heap segment where it has to be native: with a
  ///   workspace, or a buffer that is to stay
  public long step(MemorySegment source, MemorySegment destination, Directive directive) {
    SegmentChecks.sourceAndDestination(source, destination);
    try {
      return stream.step(source, destination, directive.number);
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

  /// Whether the last step took all of its source and did what its directive says.
  ///
  /// @return true when there is nothing left to do
  public boolean isComplete() {
    return stream.isComplete();
  }

  /// Whether a step has failed, so that there is no more to come of the frame.
  boolean hasFailed() {
    return stream.hasFailed();
  }

  /// Gives the context back. A step that is running ends well; later ones throw.
  @Override
  public void close() {
    memory.close();
  }
}
