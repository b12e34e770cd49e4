// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.apache.fory.Fory;
import org.apache.fory.ThreadSafeFory;
import org.apache.fory.logging.LoggerFactory;
import org.redisson.client.codec.BaseCodec;
import org.redisson.client.protocol.Decoder;
import org.redisson.client.protocol.Encoder;

/// Fory for Redisson, set up as in Redisson's own codec. Redisson's codec is not used, because in
/// version 4.7.0 it stores the unused end of a buffer that had to grow: up to twice the bytes.
public final class ForyArrayCodec extends BaseCodec {
  private final ThreadSafeFory fory;

  ForyArrayCodec() {
    this.fory = open();
  }

  /// Copies a codec. Redisson calls this constructor.
  public ForyArrayCodec(ClassLoader loader, ForyArrayCodec codec) {
    this.fory = codec.fory;
  }

  /// Creates a Fory in compatible mode, its default, without ids for classes.
  static ThreadSafeFory open() {
    LoggerFactory.disableLogging();
    return Fory.builder().withXlang(false).requireClassRegistration(false).buildThreadSafeFory();
  }

  @Override
  public Encoder getValueEncoder() {
    return value -> Unpooled.wrappedBuffer(fory.serialize(value));
  }

  @Override
  public Decoder<Object> getValueDecoder() {
    return (bytes, _) -> fory.deserialize(content(bytes));
  }

  private static byte[] content(ByteBuf bytes) {
    byte[] content = ByteBufUtil.getBytes(bytes);
    bytes.skipBytes(content.length);
    return content;
  }
}
