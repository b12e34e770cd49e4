// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zstd;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// zstd-jni from byte array to byte array, with the dictionary digested once.
final class ZstdJniMessages implements MessageCodec {
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(ZstdLibrary.LEVEL);
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final @Nullable ZstdDictCompress compressDictionary;
  private final @Nullable ZstdDictDecompress decompressDictionary;
  private final byte[][] messages;
  private final byte[][] frames;
  private final int[] frameLengths;
  private final byte[] restored;

  ZstdJniMessages(byte[][] messages, byte @Nullable [] dictionary) {
    this.messages = messages;
    if (dictionary == null) {
      compressDictionary = null;
      decompressDictionary = null;
    } else {
      compressDictionary = new ZstdDictCompress(dictionary, ZstdLibrary.LEVEL);
      decompressDictionary = new ZstdDictDecompress(dictionary);
      compressor.loadDict(compressDictionary);
      decompressor.loadDict(decompressDictionary);
    }
    this.frames = new byte[messages.length][];
    this.frameLengths = new int[messages.length];
    int longest = 0;
    for (int i = 0; i < messages.length; i++) {
      frames[i] = new byte[Math.toIntExact(Zstd.compressBound(messages[i].length))];
      longest = Math.max(longest, messages[i].length);
    }
    this.restored = new byte[longest];
  }

  @Override
  public long compress(int index) {
    byte[] message = messages[index];
    byte[] frame = frames[index];
    frameLengths[index] =
        compressor.compressByteArray(frame, 0, frame.length, message, 0, message.length);
    return frameLengths[index];
  }

  @Override
  public long decompress(int index) {
    return decompressor.decompressByteArray(
        restored, 0, restored.length, frames[index], 0, frameLengths[index]);
  }

  @Override
  public byte[] decompressed(int length) {
    return Arrays.copyOf(restored, length);
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
    if (compressDictionary != null) {
      compressDictionary.close();
    }
    if (decompressDictionary != null) {
      decompressDictionary.close();
    }
  }
}
