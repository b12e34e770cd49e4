// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.StreamCompressor;
import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;

/// zstd compression of content that comes piece by piece, into memory that comes piece by piece.
///
/// Holds a native context until closed. One thread at a time may use it: a second one, and any
/// after [#close], gets an [IllegalStateException], never a crash.
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

  private Compressor(StreamCompressor stream) {
    this.stream = stream;
    stream.begin(-1, MemorySegment.NULL);
  }

  /// A compressor at the beginning of a frame whose content length is not known.
  ///
  /// @param options how to compress
  /// @return the compressor
  /// @throws IllegalStateException when the dictionary of the options is closed
  public static Compressor zstd(ZstdOptions options) {
    ZstdLibrary.require();
    return new Compressor(new StreamCompressor(options.toCompressSettings()));
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
    stream.begin(contentLength, prefix);
  }

  /// Takes what it can of the source, and writes what it can to the start of the destination.
  ///
  /// What was taken is [#consumed()]; call again with the rest, and with more room, until
  /// [#isComplete()].
  ///
  /// @param source content; may be empty
  /// @param destination where the compressed form goes
  /// @param directive what to bring about
  /// @return bytes written
  /// @throws CompressionException of kind `MALFORMED_INPUT` when the content is not as long as was
  ///   announced
  public long step(MemorySegment source, MemorySegment destination, Directive directive) {
    SegmentChecks.sourceAndDestination(source, destination);
    return stream.step(source, destination, directive.number);
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

  /// Gives the context back. A step that is running ends well; later ones throw.
  @Override
  public void close() {
    stream.close();
  }
}
