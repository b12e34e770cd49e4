// SPDX-License-Identifier: Apache-2.0

package dev.segue.lucene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedIndexTest {
  private static final byte[] CONTENT =
      (Logs.line(1) + Logs.line(2) + Logs.line(3)).getBytes(StandardCharsets.US_ASCII);

  private static byte[] block(ZstdMode mode) throws IOException {
    var out = new byte[2 * CONTENT.length];
    var data = new ByteArrayDataOutput(out);
    try (var compressor = mode.newCompressor()) {
      compressor.compress(new ByteBuffersDataInput(List.of(ByteBuffer.wrap(CONTENT))), data);
    }
    return Arrays.copyOf(out, data.getPosition());
  }

  private static byte[] read(ZstdMode mode, byte[] block, int originalLength) throws IOException {
    var bytes = new BytesRef();
    mode.newDecompressor()
        .decompress(new ByteArrayDataInput(block), originalLength, 0, originalLength, bytes);
    return BytesRef.deepCopyOf(bytes).bytes;
  }

  @Test
  void partsOfBlocksAreRestored() throws IOException {
    ZstdMode mode = ZstdMode.of(3, null);
    var bytes = new BytesRef();
    mode.newDecompressor()
        .decompress(new ByteArrayDataInput(block(mode)), CONTENT.length, 100, 50, bytes);
    assertEquals(
        new BytesRef(CONTENT, 100, 50).utf8ToString(),
        new String(bytes.bytes, bytes.offset, bytes.length, StandardCharsets.US_ASCII));
  }

  /// Flipping any single bit must leave the content intact or cause one of Lucene's exceptions.
  @Test
  void everyFlippedBitIsDetectedOrHarmless() throws IOException {
    ZstdMode mode = ZstdMode.of(3, CONTENT);
    byte[] sound = block(mode);
    int harmless = 0;
    for (int bit = 0; bit < 8 * sound.length; bit++) {
      byte[] damaged = sound.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      try {
        assertArrayEquals(CONTENT, read(mode, damaged, CONTENT.length));
        harmless++;
      } catch (CorruptIndexException e) {
        assertTrue(e.toString().contains("block"), e.toString());
      } catch (EOFException | IndexOutOfBoundsException e) {
        assertTrue(bit < 16, "only the length before the frame leads past its end");
      }
    }
    assertTrue(harmless < 8, "harmless=" + harmless);
  }

  @Test
  void wrongBlockLengthsAreDetected() throws IOException {
    ZstdMode mode = ZstdMode.of(3, null);
    byte[] block = block(mode);
    for (int length : new int[] {0, 1, CONTENT.length - 1, CONTENT.length + 1, 1 << 30, -1}) {
      assertThrows(CorruptIndexException.class, () -> read(mode, block, length), "" + length);
    }
  }

  @Test
  void wrongDictionaryIsDetected() throws IOException {
    byte[] one = StoredFieldsDictionary.train(Logs.documents(0, 2_000), 4_096);
    byte[] other = StoredFieldsDictionary.train(Logs.documents(5_000, 2_000), 4_096);
    byte[] block = block(ZstdMode.of(3, one));
    assertArrayEquals(CONTENT, read(ZstdMode.of(3, one), block, CONTENT.length));
    for (var dictionary : new byte[][] {other, null}) {
      assertThrows(
          CorruptIndexException.class,
          () -> read(ZstdMode.of(3, dictionary), block, CONTENT.length));
    }
  }

  @Test
  void damageOnDiskIsACorruptIndex(@TempDir Path folder) throws IOException {
    byte[] dictionary = StoredFieldsDictionary.train(Logs.documents(0, 2_000), 4_096);
    var format = SegueStoredFieldsFormat.defaults().withDictionary(dictionary);
    try (var directory = FSDirectory.open(folder);
        var writer =
            new IndexWriter(
                directory,
                new IndexWriterConfig()
                    .setUseCompoundFile(false)
                    .setCodec(new SegueLuceneCodec(format)))) {
      writer.addDocuments(Logs.documents(0, 1_000));
    }
    Path blocks = file(folder, ".fdt");
    byte[] sound = Files.readAllBytes(blocks);
    byte[] damaged = sound.clone();
    for (int i = 0; i < 20; i++) {
      damaged[1_000 + new Random(i).nextInt(damaged.length - 2_000)] ^= 0x40;
    }
    Files.write(blocks, damaged);
    assertThrows(CorruptIndexException.class, () -> readAll(folder));

    Files.write(blocks, sound);
    assertEquals(1_000, readAll(folder));

    Path ofDictionary = file(folder, "." + DictionaryFile.EXTENSION);
    byte[] bytes = Files.readAllBytes(ofDictionary);
    bytes[bytes.length / 2] ^= 1;
    Files.write(ofDictionary, bytes);
    assertThrows(CorruptIndexException.class, () -> readAll(folder));
    Files.write(ofDictionary, Arrays.copyOf(bytes, bytes.length / 2));
    assertThrows(CorruptIndexException.class, () -> readAll(folder));
    Files.delete(ofDictionary);
    assertThrows(IOException.class, () -> readAll(folder));
  }

  private static int readAll(Path folder) throws IOException {
    try (var directory = FSDirectory.open(folder);
        var reader = DirectoryReader.open(directory)) {
      for (int i = 0; i < reader.maxDoc(); i++) {
        assertEquals(Logs.line(i), reader.storedFields().document(i).get("line"));
      }
      return reader.maxDoc();
    }
  }

  private static Path file(Path folder, String extension) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(extension)).findFirst().orElseThrow();
    }
  }
}
