// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.segue.compression.Codec;
import dev.segue.examples.ZstdJniMigrationExample.Values;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The claims of docs/migrate/zstd-jni.md. The marked parts are its snippets of zstd-jni.
class ZstdJniMigrationTest {

  // tag::before[]
  /// Small values, compressed with a dictionary.
  static final class JniValues implements AutoCloseable {

    private final ZstdDictCompress compressing;
    private final ZstdDictDecompress decompressing;

    JniValues(byte[] trained) {
      compressing = new ZstdDictCompress(trained, 3);
      decompressing = new ZstdDictDecompress(trained);
    }

    byte[] write(byte[] value) {
      try (ZstdCompressCtx context = new ZstdCompressCtx()) {
        return context.loadDict(compressing).compress(value);
      }
    }

    byte[] read(byte[] frame) {
      try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
        int length = (int) Zstd.getFrameContentSize(frame);
        return context.loadDict(decompressing).decompress(frame, length);
      }
    }

    @Override
    public void close() {
      compressing.close();
      decompressing.close();
    }
  }

  // end::before[]

  // tag::streams[]
  static void compress(InputStream in, OutputStream out) throws IOException {
    try (ZstdOutputStream compressing = new ZstdOutputStream(out, 9)) {
      compressing.setChecksum(true);
      compressing.setWorkers(2);
      in.transferTo(compressing);
    }
  }

  // end::streams[]

  private static byte[] dictionary() {
    ZstdDictTrainer trainer = new ZstdDictTrainer(1 << 20, 4096);
    for (MemorySegment sample : ZstdJniMigrationExample.samples()) {
      trainer.addSample(sample.toArray(ValueLayout.JAVA_BYTE));
    }
    return trainer.trainSamples();
  }

  @Test
  void librariesReadEachOthersFrames() {
    byte[] value = ZstdJniMigrationExample.order(4711);
    byte[] trained = dictionary();
    try (JniValues jni = new JniValues(trained);
        Values values = new Values(trained)) {
      assertArrayEquals(value, values.read(jni.write(value)));
      assertArrayEquals(value, jni.read(values.frame(value)));
    }
  }

  @Test
  void envelopesAreShorter() {
    byte[] trained = dictionary();
    try (JniValues jni = new JniValues(trained);
        Values values = new Values(trained)) {
      for (int id = 0; id < 1000; id++) {
        byte[] value = ZstdJniMigrationExample.order(id);
        byte[] envelope = values.write(value);
        assertArrayEquals(value, values.read(envelope));
        assertTrue(envelope.length < jni.write(value).length);
      }
    }
  }

  @Test
  void streamsOfBothLibrariesAreRead() throws IOException {
    byte[] content = "some content, ".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream ofJni = new ByteArrayOutputStream();
    compress(new ByteArrayInputStream(content), ofJni);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    ZstdJniMigrationExample.decompress(new ByteArrayInputStream(ofJni.toByteArray()), read);
    assertArrayEquals(content, read.toByteArray());

    ByteArrayOutputStream ofSegue = new ByteArrayOutputStream();
    ZstdJniMigrationExample.compress(new ByteArrayInputStream(content), ofSegue);
    try (var in = new ZstdInputStream(new ByteArrayInputStream(ofSegue.toByteArray()))) {
      assertArrayEquals(content, in.readAllBytes());
    }
  }

  @Test
  void frameWithoutAStatedLengthIsDecompressed() throws IOException {
    byte[] content = "some content, ".repeat(1000).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    compress(new ByteArrayInputStream(content), frame);
    assertEquals(-1, Zstd.getFrameContentSize(frame.toByteArray()));
    assertEquals(Codec.UNKNOWN_LENGTH, Codec.zstd().decompressedLength(frame.toByteArray()));
    assertArrayEquals(content, Codec.zstd().decompress(frame.toByteArray(), 1 << 20));
  }
}
