// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionMemory;
import dev.segue.compression.ZstdCompressor;
import dev.segue.compression.ZstdDecompressor;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.compression.testing.ChildJvm;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Unclosed objects are freed and logged. Runs in a separate JVM, since this is logged once per
/// JVM.
class ReclaimTest {

  private static final int COUNT = 20;

  /// Creates objects, closes them if asked to, drops them, and prints the memory in use.
  static final class Forgetful {

    private static final byte[] CONTENT = TestData.of(TestData.Kind.JSON, 200_000);

    private Forgetful() {}

    public static void main(String[] args) throws Exception {
      boolean closes = args[0].equals("close");
      use(true);
      CompressionMemory.releaseIdle();
      long before = CompressionMemory.bytesInUse();
      for (int i = 0; i < COUNT; i++) {
        use(closes);
      }
      CompressionMemory.releaseIdle();
      System.out.println("held " + (CompressionMemory.bytesInUse() > before));
      long end = System.nanoTime() + 300_000_000_000L;
      while (CompressionMemory.bytesInUse() > before && System.nanoTime() < end) {
        System.gc();
        Thread.sleep(10);
        CompressionMemory.releaseIdle();
      }
      System.out.println("left " + (CompressionMemory.bytesInUse() - before));
    }

    private static void use(boolean closes) throws IOException {
      for (Codec codec : List.of(Codec.zstd(), Codec.brotli(1))) {
        OutputStream out = codec.compressing(OutputStream.nullOutputStream());
        out.write(CONTENT);
        InputStream in =
            codec.decompressing(new ByteArrayInputStream(codec.compress(CONTENT)), CONTENT.length);
        in.readNBytes(1000);
        if (closes) {
          out.close();
          in.close();
        }
      }
      ZstdDictionary dictionary = ZstdDictionary.of(MemorySegment.ofArray(CONTENT));
      ZstdOptions options = ZstdOptions.defaults().withDictionary(dictionary);
      byte[] _ = Codec.zstd(options).compress(CONTENT);
      ZstdCompressor compressor = ZstdCompressor.create(options);
      ZstdDecompressor decompressor = ZstdDecompressor.create(options);
      if (closes) {
        compressor.close();
        decompressor.close();
        dictionary.close();
      }
    }
  }

  private static String run(String... arguments) {
    return ChildJvm.runWithErrors(Forgetful.class, List.of(arguments));
  }

  @Test
  void unclosedOwnerIsFreedAndLoggedOnce() {
    String printed = run("forget");
    assertTrue(printed.contains("held true"), printed);
    assertTrue(printed.contains("left 0"), printed);
    assertEquals(1, printed.lines().filter(line -> line.contains("was never closed")).count());
    assertTrue(printed.contains("try-with-resources"), printed);
  }

  @Test
  void closedOwnerIsFreedImmediatelyWithoutALog() {
    String printed = run("close");
    assertTrue(printed.contains("held false"), printed);
    assertTrue(printed.contains("left 0"), printed);
    assertTrue(!printed.contains("never closed"), printed);
  }
}
