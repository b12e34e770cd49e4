// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdOptions;
import io.grpc.Codec;
import io.grpc.CompressorRegistry;
import io.grpc.DecompressorRegistry;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Compression of messages with zstd, under the name `zstd`, which other gRPC implementations also
/// use.
///
/// {@snippet :
/// SegueZstd zstd = new SegueZstd();
/// builder // of a channel or a server
///     .compressorRegistry(zstd.compressors())
///     .decompressorRegistry(zstd.decompressors());
/// stub.withCompression("zstd"); // a server calls ServerCall.setCompression
/// }
///
/// A message is one zstd frame that states the length of its content. Messages of other writers may
/// consist of several frames, or of frames without a stated length.
///
/// **Limits.** gRPC limits the content to the maximum size of inbound messages while it is read.
/// The window of a frame is limited to 8 MiB, or [ZstdOptions#withDecompressWindowLogMax].
///
/// A damaged message fails its call: reading it is an [IOException].
///
/// Requires native access for `dev.segue.compression`. Immutable and thread-safe.
public final class SegueZstd implements Codec {

  /// The minimum window that readers should support.
  private static final int DEFAULT_WINDOW_LOG_MAX = 23;

  /// Content of up to this length is decompressed at once, even if more follows.
  private static final long MOST_AT_ONCE = 1 << 16;

  private final dev.segue.compression.Codec codec;

  /// Creates a codec with zstd's default level.
  public SegueZstd() {
    this(ZstdOptions.defaults().withDecompressWindowLogMax(DEFAULT_WINDOW_LOG_MAX));
  }

  /// Creates a codec. If the options have a dictionary, the peer needs the same one; other gRPC
  /// implementations do not support dictionaries.
  ///
  /// @param options the level, dictionary and other settings
  /// @throws IllegalArgumentException if frames would have no magic number
  public SegueZstd(ZstdOptions options) {
    if (options.isMagicless()) {
      throw new IllegalArgumentException("options=" + options + " omit the magic number of frames");
    }
    this.codec = dev.segue.compression.Codec.zstd(options);
  }

  /// Returns a registry for a channel or server that compresses with this codec, or with gRPC's.
  ///
  /// @return a new registry
  public CompressorRegistry compressors() {
    CompressorRegistry registry = CompressorRegistry.newEmptyInstance();
    registry.register(Codec.Identity.NONE);
    registry.register(new Codec.Gzip());
    registry.register(this);
    return registry;
  }

  /// Returns a registry for a channel or server that reads messages of this codec and of gRPC's,
  /// and announces that to the peer.
  ///
  /// @return a registry
  public DecompressorRegistry decompressors() {
    return DecompressorRegistry.getDefaultInstance().with(this, true);
  }

  /// {@inheritDoc}
  ///
  /// @return `zstd`
  @Override
  public String getMessageEncoding() {
    return "zstd";
  }

  /// Returns a stream that compresses everything written to it when it is closed.
  ///
  /// @param target receives the compressed message; closed with the stream
  /// @return a stream for the message
  @Override
  public OutputStream compress(OutputStream target) {
    return new CompressingStream(codec, target);
  }

  /// Decompresses a message.
  ///
  /// @param source the compressed message; closed with the stream
  /// @return its content. Damage is an [IOException] of the methods that read it
  @Override
  public InputStream decompress(InputStream source) throws IOException {
    ByteBuffer whole = contiguous(source);
    InputStream content = whole == null ? null : atOnce(MemorySegment.ofBuffer(whole), source);
    return content == null ? codec.decompressing(source) : content;
  }

  private static @Nullable ByteBuffer contiguous(InputStream source) throws IOException {
    if (!(source instanceof KnownLength)
        || !(source instanceof HasByteBuffer buffers)
        || !buffers.byteBufferSupported()) {
      return null;
    }
    ByteBuffer first = buffers.getByteBuffer();
    return first != null && first.remaining() == source.available() ? first : null;
  }

  /// Decompresses a message whose content is short.
  ///
  /// @return null if the content is long, or its length is not stated, or the message is damaged;
  ///   then the stream reports the damage
  private @Nullable InputStream atOnce(MemorySegment compressed, InputStream source)
      throws IOException {
    PooledArray pooled = PooledArray.take();
    try {
      long length = codec.decompressedLength(compressed);
      if (length >= 0 && length <= MOST_AT_ONCE) {
        MemorySegment target = MemorySegment.ofBuffer(pooled.apply((int) length));
        int written = (int) codec.decompress(compressed, target);
        source.close();
        return new MessageStream(pooled, written);
      }
    } catch (CompressionException _) {
      // the stream reports this to its reader
    }
    pooled.giveBack();
    return null;
  }
}
