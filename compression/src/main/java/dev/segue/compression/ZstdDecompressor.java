// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.natives.Reclaim;
import dev.segue.compression.internal.zstd.DecompressSettings;
import dev.segue.compression.internal.zstd.StreamDecompressor;
import dev.segue.compression.internal.zstd.Workspace;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// Streaming zstd decompression between memory segments: takes compressed data and returns content
/// piece by piece.
///
/// The contents of concatenated frames are concatenated; skippable frames are skipped. A
/// decompressor allocates native memory for the window that a frame needs, up to
/// [ZstdOptions#withDecompressWindowLogMax].
///
/// A decompressor holds a native context until it is closed. The context of one that is never
/// closed is freed after the garbage collector has found the decompressor unreachable; this is
/// logged. Only one thread may use it at a time: a call during another thread's call, or after
/// [#close], throws [IllegalStateException].
public final class ZstdDecompressor implements AutoCloseable {

  private final StreamDecompressor stream;
  private final Reclaim memory;

  private ZstdDecompressor(StreamDecompressor stream) {
    this.stream = stream;
    try {
      stream.begin(MemorySegment.NULL);
    } catch (RuntimeException | Error e) {
      stream.close(); // the caller gets no object to close
      throw e;
    }
    this.memory =
        stream.isInWorkspace()
            ? Reclaim.onlyByClosing(stream::close)
            : Reclaim.whenUnreachable(this, "a ZstdDecompressor", stream::close);
  }

  /// Creates a decompressor that expects the start of a frame.
  ///
  /// @param options the parameters and the dictionary to decompress with
  /// @return the decompressor
  /// @throws IllegalStateException if the dictionary of the options is closed
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND` or `OUT_OF_MEMORY`
  public static ZstdDecompressor create(ZstdOptions options) {
    try {
      return FailureTranslation.get(() -> {
        ZstdLibrary.require();
        return new ZstdDecompressor(new StreamDecompressor(options.toDecompressSettings(), null));
      });
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// Creates a decompressor in memory that the caller provides: decompressor and context use no
  /// other native memory. For workspaces, see [ZstdCompressor#create(ZstdOptions, MemorySegment)].
  ///
  /// @param options the parameters and the dictionary to decompress with; the length of the
  ///   workspace depends on [ZstdOptions#withDecompressWindowLogMax]
  /// @param workspace native memory of at least [#workspaceLength] bytes, at an address that is a
  ///   multiple of 8
  /// @return the decompressor
  /// @throws IllegalArgumentException if the workspace is heap memory, read-only, too short or not
  ///   aligned
  /// @throws IllegalStateException if the workspace is in use by another context or its arena is
  ///   closed, or if the dictionary of the options is closed
  /// @see <a href="https://facebook.github.io/zstd/zstd_manual.html">ZSTD_initStaticDCtx</a>
  public static ZstdDecompressor create(ZstdOptions options, MemorySegment workspace) {
    Workspace claimed = Workspace.claim(workspace, workspaceLength(options));
    DecompressSettings settings = options.toDecompressSettings();
    try {
      return FailureTranslation.get(() ->
          Workspace.orRelease(
              claimed, () -> new ZstdDecompressor(new StreamDecompressor(settings, claimed))));
    } finally {
      Reference.reachabilityFence(options); // whose dictionary is held from here on
    }
  }

  /// Returns the length of a workspace that is large enough for every window that the options
  /// allow.
  ///
  /// @param options the options that the decompressor will be created with
  /// @return bytes
  public static long workspaceLength(ZstdOptions options) {
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return StreamDecompressor.workspaceLength(1L << options.decompressWindowLogMax());
    });
  }

  /// Resets the decompressor to expect the start of a frame. A frame that was not read to its end
  /// is abandoned.
  ///
  /// @throws IllegalStateException if the decompressor is closed or another thread uses it
  public void begin() {
    begin(MemorySegment.NULL);
  }

  /// Resets the decompressor to expect the start of a frame that was compressed with a prefix.
  ///
  /// @param prefix the data that was passed to [ZstdCompressor#begin(long, MemorySegment)]; copied
  ///   to native memory, which is freed when the decompressor is closed
  /// @throws IllegalArgumentException for a prefix with a workspace
  /// @throws IllegalStateException if the decompressor is closed or another thread uses it
  public void begin(MemorySegment prefix) {
    try {
      stream.begin(prefix);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /// Decompresses as much of the source as it can, and writes as much as fits to the start of the
  /// destination.
  ///
  /// [#consumed()] returns the number of source bytes taken. Call again with the rest of the source
  /// and with more room. All content has been written once the source is used up and
  /// [#isFrameComplete()].
  ///
  /// With [ZstdDecompressionParameter#STABLE_OUT_BUFFER], pass the same destination segment, from
  /// its start, in every step of a frame; it must be large enough for the whole content. libzstd
  /// then needs no window, and each step continues where the previous one stopped.
  ///
  /// @param source compressed bytes; may be empty
  /// @param destination memory for the content
  /// @return bytes written by this step
  /// @throws CompressionException of the kind that describes the flaw in the source; of kind
  ///   `LIMIT_EXCEEDED` for a window larger than the options allow
  /// @throws IllegalStateException if the decompressor is closed or another thread uses it, or if
  ///   an earlier step failed and [#begin()] was not called since
  /// @throws IllegalArgumentException if the destination is read-only or overlaps the source; for a
  ///   heap segment with a workspace, or where the buffer is to stay in place
  public long step(MemorySegment source, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(source, destination);
    try {
      return stream.step(source, destination);
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

  /// Returns whether the input taken so far ends at the end of a frame whose content has all been
  /// written.
  ///
  /// @return false within a frame: an input that ends there is truncated
  public boolean isFrameComplete() {
    return stream.isFrameComplete();
  }

  /// Releases the context. This does not disturb a step in progress; later steps throw. Closing
  /// again has no effect.
  @Override
  public void close() {
    FailureTranslation.run(memory::close);
  }
}
