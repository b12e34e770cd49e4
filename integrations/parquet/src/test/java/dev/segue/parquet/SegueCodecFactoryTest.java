// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class SegueCodecFactoryTest {
  private static final int[] LENGTHS = {1, 2, 100, 65_536, 300_000, 2_000_000};

  /// Counts the buffers that were not released.
  private static final class Counting implements ByteBufferAllocator {
    private final IdentityHashMap<ByteBuffer, Boolean> out = new IdentityHashMap<>();
    private final boolean direct;

    Counting(boolean direct) {
      this.direct = direct;
    }

    @Override
    public ByteBuffer allocate(int size) {
      ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
      out.put(buffer, true);
      return buffer;
    }

    @Override
    public void release(ByteBuffer buffer) {
      assertNotNull(out.remove(buffer), "released what was not allocated");
    }

    @Override
    public boolean isDirect() {
      return direct;
    }
  }

  private static List<SegueCodecFactory> factories() {
    return List.of(
        new SegueCodecFactory(), new SegueCodecFactory(DirectByteBufferAllocator.getInstance()));
  }

  private static CompressionCodecFactory parquets() {
    return new CodecFactory(new PlainParquetConfiguration(), 1 << 16);
  }

  private static byte[] bytes(BytesInput input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  private static byte[] compress(
      CompressionCodecFactory factory, CompressionCodecName name, BytesInput page)
      throws IOException {
    return bytes(factory.getCompressor(name).compress(page));
  }

  private static byte[] decompress(
      CompressionCodecFactory factory, CompressionCodecName name, byte[] page, int length)
      throws IOException {
    return bytes(factory.getDecompressor(name).decompress(BytesInput.from(page), length));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"BROTLI", "LZ4", "LZO"})
  void pagesAreReadByEitherFactory(CompressionCodecName name) throws IOException {
    var theirs = parquets();
    for (var ours : factories()) {
      for (int length : LENGTHS) {
        byte[] page = SampleBytes.of(length);
        byte[] written = compress(ours, name, BytesInput.from(page));
        assertArrayEquals(page, decompress(ours, name, written, length));
        assertArrayEquals(page, decompress(theirs, name, written, length));
        assertArrayEquals(
            page, decompress(ours, name, compress(theirs, name, BytesInput.from(page)), length));
      }
      ours.release();
    }
    theirs.release();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"LZ4", "LZO"})
  void pagesInSeveralPiecesAreRead(CompressionCodecName name) throws IOException {
    byte[] page = SampleBytes.of(100_000);
    for (var factory : factories()) {
      var pieces = new ArrayList<BytesInput>();
      for (int i = 0; i < page.length; i += 7_000) {
        byte[] piece = Arrays.copyOfRange(page, i, Math.min(i + 7_000, page.length));
        pieces.add(BytesInput.from(i % 2 == 0 ? ByteBuffer.wrap(piece) : direct(piece)));
      }
      byte[] written = compress(factory, name, BytesInput.concat(pieces));
      assertArrayEquals(page, decompress(factory, name, written, page.length));
      factory.release();
    }
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"LZ4", "LZO"})
  void readersBuffersAreFilledAndTheirPositionsMoved(CompressionCodecName name) throws IOException {
    byte[] page = SampleBytes.of(10_000);
    for (var factory : factories()) {
      byte[] written = compress(factory, name, BytesInput.from(page));
      for (boolean direct : new boolean[] {false, true}) {
        ByteBuffer input = allocate(direct, written.length + 20).position(10);
        input.put(written).position(10);
        ByteBuffer output = allocate(direct, page.length + 20).position(5);
        factory.getDecompressor(name).decompress(input, written.length, output, page.length);
        assertEquals(10 + written.length, input.position());
        assertEquals(written.length + 20, input.limit());
        assertEquals(5 + page.length, output.position());
        var read = new byte[page.length];
        output.get(5, read);
        assertArrayEquals(page, read);
        assertThrows(
            IllegalArgumentException.class,
            () -> factory.getDecompressor(name).decompress(input, 11, output, 1));
        assertThrows(
            IllegalArgumentException.class,
            () -> factory.getDecompressor(name).decompress(input, 1, output, 16));
      }
      factory.release();
    }
  }

  private static ByteBuffer allocate(boolean direct, int size) {
    return direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"LZ4", "LZO"})
  void wrongPageLengthsAreErrors(CompressionCodecName name) throws IOException {
    byte[] page = SampleBytes.of(1_000);
    for (var factory : factories()) {
      byte[] written = compress(factory, name, BytesInput.from(page));
      for (int length : new int[] {-1, 0, 999, 1_001, Integer.MAX_VALUE}) {
        assertThrows(
            IOException.class, () -> decompress(factory, name, written, length), "" + length);
      }
      factory.release();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI"})
  void damagedPagesAreErrorsOrOtherContent(CompressionCodecName name) throws IOException {
    byte[] page = SampleBytes.of(500);
    var factory = new SegueCodecFactory();
    byte[] written = compress(factory, name, BytesInput.from(page));
    int errors = 0;
    for (int i = 0; i < written.length; i++) {
      byte[] damaged = written.clone();
      damaged[i] ^= 0x55;
      try {
        assertEquals(500, decompress(factory, name, damaged, 500).length);
      } catch (IOException e) {
        errors++;
      }
      byte[] cut = Arrays.copyOf(written, i);
      assertThrows(IOException.class, () -> decompress(factory, name, cut, 500));
    }
    assertTrue(errors > 0);
  }

  /// With Brotli, a few bytes can decompress to practically any length.
  @Test
  void highlyCompressedPagesAreRead() throws IOException {
    var brotli = CompressionCodecName.BROTLI;
    var page = new byte[10_000_000];
    for (var factory : factories()) {
      byte[] written = compress(factory, brotli, BytesInput.from(page));
      assertTrue(written.length < 1_000, "" + written.length);
      assertArrayEquals(page, decompress(factory, brotli, written, page.length));
      for (int length : new int[] {page.length - 1, page.length + 1, Integer.MAX_VALUE}) {
        assertThrows(IOException.class, () -> decompress(factory, brotli, written, length));
      }
    }
  }

  /// Parquet's reader keeps a column's dictionary page while it reads other columns.
  @Test
  void pageStaysValidWhenTheNextIsRead() throws IOException {
    byte[] one = SampleBytes.of(1_000);
    byte[] two = SampleBytes.of(2_000);
    var zstd = CompressionCodecName.ZSTD;
    for (var factory : factories()) {
      byte[] first = compress(factory, zstd, BytesInput.from(one));
      byte[] second = compress(factory, zstd, BytesInput.from(two));
      var decompressor = factory.getDecompressor(zstd);
      BytesInput read = decompressor.decompress(BytesInput.from(first), 1_000);
      decompressor.decompress(BytesInput.from(second), 2_000);
      assertArrayEquals(one, bytes(read));
      factory.release();
    }
  }

  @Test
  void everyBufferIsReleasedEvenIfSomeFail() throws IOException {
    List<RuntimeException> failures = new ArrayList<>();
    var allocator =
        new HeapByteBufferAllocator() {
          @Override
          public void release(ByteBuffer buffer) {
            failures.add(new IllegalStateException("buffer " + failures.size()));
            throw failures.getLast();
          }
        };
    var factory = new SegueCodecFactory(allocator);
    var names =
        List.of(
            CompressionCodecName.SNAPPY, CompressionCodecName.LZ4_RAW, CompressionCodecName.GZIP);
    for (CompressionCodecName name : names) {
      BytesInput page = BytesInput.from(SampleBytes.of(1000));
      assertTrue(factory.getCompressor(name).compress(page).size() > 0);
    }
    var first = assertThrows(IllegalStateException.class, factory::release);
    assertEquals(names.size(), failures.size());
    assertSame(failures.getFirst(), first);
    factory.release();
    assertEquals(names.size(), failures.size());
  }

  @Test
  void buffersAreReturnedToTheAllocator() throws IOException {
    for (boolean direct : new boolean[] {false, true}) {
      var allocator = new Counting(direct);
      var factory = new SegueCodecFactory(allocator);
      for (int length : new int[] {100, 300_000, 5_000}) {
        byte[] page = SampleBytes.of(length);
        for (var name : List.of(CompressionCodecName.SNAPPY, CompressionCodecName.ZSTD)) {
          byte[] written =
              compress(factory, name, BytesInput.concat(BytesInput.from(page), BytesInput.empty()));
          decompress(factory, name, written, length);
        }
      }
      assertTrue(!allocator.out.isEmpty());
      factory.release();
      assertTrue(allocator.out.isEmpty());
      factory.release();
    }
  }

  @Test
  void levelSelectsTheStrengthOfEachCodec() throws IOException {
    var factory = new SegueCodecFactory(new HeapByteBufferAllocator());
    byte[] page = SampleBytes.of(200_000);
    for (var name :
        List.of(
            CompressionCodecName.ZSTD, CompressionCodecName.GZIP, CompressionCodecName.BROTLI)) {
      int fast = bytes(factory.getCompressor(name, 1).compress(BytesInput.from(page))).length;
      int strong = bytes(factory.getCompressor(name, 9).compress(BytesInput.from(page))).length;
      assertTrue(strong < fast, name + " " + strong + " " + fast);
      assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(name, 99));
    }
    assertArrayEquals(
        compress(factory, CompressionCodecName.GZIP, BytesInput.from(page)),
        bytes(
            factory.getCompressor(CompressionCodecName.GZIP, -1).compress(BytesInput.from(page))));
    assertSame(
        factory.getCompressor(CompressionCodecName.ZSTD),
        factory.getCompressor(CompressionCodecName.ZSTD, 3));
    assertEquals(
        CompressionCodecName.ZSTD, factory.getCompressor(CompressionCodecName.ZSTD).getCodecName());
  }

  @ParameterizedTest
  @EnumSource(names = {"LZ4", "LZO"})
  void otherCodecsAreRefusedWithTheirName(CompressionCodecName name) {
    var factory = new SegueCodecFactory();
    for (Runnable wanted :
        List.<Runnable>of(() -> factory.getCompressor(name), () -> factory.getDecompressor(name))) {
      var refusal = assertThrows(UnsupportedOperationException.class, wanted::run);
      assertTrue(refusal.toString().contains(name.name()), refusal.toString());
    }
  }
}
