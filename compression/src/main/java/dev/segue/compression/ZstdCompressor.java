// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.zstd.CompressSettings;
import dev.segue.compression.internal.zstd.StreamCompressor;
import dev.segue.compression.internal.zstd.Workspace;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Streaming zstd compression between memory segments: takes content and returns compressed data
/// piece by piece.
///
/// A compressor holds a native context until it is closed. The context of one that is never closed
/// is freed after the garbage collector has found the compressor unreachable; this is logged. Only
/// one thread may use it at a time: a call during another thread's call, or after [#close], throws
/// [IllegalStateException].
///
/// ```java
/// try (ZstdCompressor compressor = ZstdCompressor.create(ZstdOptions.defaults())) {
///   long written = compressor.step(source, destination, ZstdCompressor.EndDirective.END);
///   // source.asSlice(compressor.consumed()) is still to come, unless compressor.isComplete()
/// }
/// ```
public final class ZstdCompressor implements AutoCloseable {

  /// The action of a step after it has taken its source (libzstd's `ZSTD_EndDirective`).
  ///
  /// Later versions may add constants; a `switch` needs a `default`.
  public enum EndDirective {
    /// No further action: output is written once there is enough of it.
    CONTINUE(0),
    /// Writes everything taken so far, so that it can be decompressed.
    FLUSH(1),
    /// Ends the frame; the next step begins another one.
    END(2);

    /// The value of `ZSTD_EndDirective`.
    private final int number;

    EndDirective(int number) {
      this.number = number;
    }
  }

  private final StreamCompressor stream;
  private final Reclaim memory;

  private ZstdCompressor(StreamCompressor stream) {
    this.stream = stream;
    try {
      stream.begin(Codec.UNKNOWN_LENGTH, MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      stream.close(); // the caller gets no object to close
      throw e;
    }
    this.memory =
        stream.isInWorkspace()
            ? Reclaim.onlyByClosing(stream::close)
            : Reclaim.whenUnreachable(this, "a ZstdCompressor", stream::close);
  }

  /// Creates a compressor that has begun a frame of unknown content length, as [#begin()] does.
  ///
  /// @param options the parameters and the dictionary to compress with
  /// @return the compressor
  /// @throws IllegalStateException if the dictionary of the options is closed
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND` or `OUT_OF_MEMORY`
  public static ZstdCompressor create(ZstdOptions options) {
    try {
      return FailureTranslation.get(() -> {
        ZstdLibrary.require();
        return new ZstdCompressor(new StreamCompressor(options.toCompressSettings(), null));
      });
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// Creates a compressor in memory that the caller provides, for processes that must not allocate:
  /// compressor and context use no other native memory.
  ///
  /// The workspace belongs to the compressor until the compressor is closed. Nothing else may write
  /// to it: it holds libzstd's internal state, and overwriting that is undefined behaviour. Closing
  /// its arena during a step throws [IllegalStateException]; so does a step after the arena is
  /// closed. Sources and destinations must be native memory outside the workspace. Prefixes and
  /// workers are not supported. A dictionary needs additional memory: [ZstdDictionary#copyInto]
  /// places it in an arena of the caller.
  ///
  /// @param options the parameters and the dictionary to compress with
  /// @param workspace native memory of at least [#workspaceLength] bytes, at an address that is a
  ///   multiple of 8
  /// @return the compressor
  /// @throws IllegalArgumentException if the workspace is heap memory, read-only, too short or not
  ///   aligned, or the options have workers
  /// @throws IllegalStateException if the workspace is in use by another context or its arena is
  ///   closed, or if the dictionary of the options is closed
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticCCtx</a>
  public static ZstdCompressor create(ZstdOptions options, MemorySegment workspace) {
    Workspace claimed = Workspace.claim(workspace, workspaceLength(options));
    CompressSettings settings = options.toCompressSettings();
    try {
      return FailureTranslation.get(() ->
          Workspace.orRelease(
              claimed, () -> new ZstdCompressor(new StreamCompressor(settings, claimed))));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// Returns the length of a workspace that is large enough for content of any length.
  ///
  /// @param options the options that the compressor will be created with
  /// @return bytes
  /// @throws IllegalArgumentException if the options have workers
  public static long workspaceLength(ZstdOptions options) {
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return StreamCompressor.workspaceLength(options.toCompressSettings());
    });
  }

  /// Begins a frame of unknown content length. A frame that was begun and not ended is abandoned.
  ///
  /// @throws IllegalStateException if the compressor is closed or another thread uses it
  public void begin() {
    begin(Codec.UNKNOWN_LENGTH);
  }

  /// Begins a frame of known content length, which its header states. A frame that was begun and
  /// not ended is abandoned.
  ///
  /// @param contentLength the exact length of the content, in bytes; [Codec#UNKNOWN_LENGTH] if it
  ///   is not known
  /// @throws IllegalArgumentException if the length is below [Codec#UNKNOWN_LENGTH]
  /// @throws IllegalStateException if the compressor is closed or another thread uses it
  public void begin(long contentLength) {
    begin(contentLength, MemorySegment.NULL);
  }

  /// Begins a frame whose content is similar to data that the reader already has, as `zstd
  /// --patch-from` does. Matches reach all of that data only if the window spans both it and the
  /// content (see [ZstdOptions#withLongDistanceMatching]); otherwise they reach its end.
  ///
  /// @param contentLength the exact length of the content, in bytes; [Codec#UNKNOWN_LENGTH] if it
  ///   is not known
  /// @param prefix the data that the reader has; copied to native memory, which is freed when the
  ///   compressor is closed
  /// @throws IllegalArgumentException if the length is below [Codec#UNKNOWN_LENGTH], or for a
  ///   prefix with a workspace
  /// @throws IllegalStateException if the compressor is closed or another thread uses it
  public void begin(long contentLength, MemorySegment prefix) {
    if (contentLength < Codec.UNKNOWN_LENGTH) {
      throw new IllegalArgumentException(
          "contentLength=%d is negative; pass Codec.UNKNOWN_LENGTH if it is not known"
              .formatted(contentLength));
    }
    try {
      stream.begin(contentLength, prefix);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Compresses as much of the source as it can, and writes as much as fits to the start of the
  /// destination.
  ///
  /// [#consumed()] returns the number of source bytes taken. Call again with the rest of the source
  /// and with more room until [#isComplete()].
  ///
  /// With [ZstdCompressionParameter#STABLE_IN_BUFFER], pass the same source segment, from its
  /// start, in every step of a frame, or a longer one at the same address; with
  /// [ZstdCompressionParameter#STABLE_OUT_BUFFER], do so with the destination. libzstd then does
  /// not copy them, and each step continues where the previous one stopped.
  ///
  /// @param source content; may be empty
  /// @param destination memory for the compressed form
  /// @param directive the action after the source
  /// @return bytes written by this step
  /// @throws CompressionException of kind `MALFORMED_INPUT` if the content is not as long as was
  ///   announced
  /// @throws IllegalStateException if the compressor is closed or another thread uses it, or if an
  ///   earlier step failed and no frame was begun since
  /// @throws IllegalArgumentException if the destination is read-only or overlaps the source; for a
  ///   heap segment with a workspace, or where the buffer is to stay in place
  public long step(MemorySegment source, MemorySegment destination, EndDirective directive) {
    SegmentChecks.sourceAndDestination(source, destination);
    try {
      return stream.step(source, destination, directive.number);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Returns the number of source bytes that the last step has taken.
  ///
  /// @return bytes
  public long consumed() {
    return stream.consumed();
  }

  /// Returns whether the last step has taken all of its source and carried out its directive.
  ///
  /// @return true if there is nothing left to do
  public boolean isComplete() {
    return stream.isComplete();
  }

  /// Releases the context. This does not disturb a step in progress; later steps throw. Closing
  /// again has no effect.
  @Override
  public void close() {
    FailureTranslation.run(memory::close);
  }
}
