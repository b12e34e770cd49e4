// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// Writes and reads a Parquet file with Segue's codecs.
final class ParquetExample {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          "message order { required int64 id; required binary customer (STRING); required double amount; }");

  private ParquetExample() {}

  /// @param args the file to write
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    var name = CompressionCodecName.ZSTD;
    var codecs = new SegueCodecFactory();
    write(file, codecs, name, 10_000);
    System.out.println("orders: " + count(file, new SegueCodecFactory()));
  }

  static void write(Path file, CompressionCodecFactory codecs, CompressionCodecName name, int count)
      throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withCompressionCodec(name)
            .withCodecFactory(codecs)
            .withAllocator(new HeapByteBufferAllocator())
            .build()) {
      var groups = new SimpleGroupFactory(SCHEMA);
      for (int id = 0; id < count; id++) {
        writer.write(order(groups, id));
      }
    }
  }

  private static Group order(SimpleGroupFactory groups, int id) {
    return groups
        .newGroup()
        .append("id", (long) id)
        .append("customer", "customer " + id * 31 % 1_000)
        .append("amount", id / 100.0);
  }

  /// Reads a file that [#write] wrote, and checks every order.
  static int count(Path file, CompressionCodecFactory codecs) throws IOException {
    int count = 0;
    var groups = new SimpleGroupFactory(SCHEMA);
    try (ParquetReader<Group> reader =
        new ParquetReader.Builder<Group>(
            new LocalInputFile(file), new PlainParquetConfiguration()) {
          @Override
          protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport() {
              @Override
              public ReadContext init(InitContext context) {
                return new ReadContext(context.getFileSchema());
              }
            };
          }
        }.withCodecFactory(codecs).build()) {
      for (Group group = reader.read(); group != null; group = reader.read()) {
        if (!group.toString().equals(order(groups, count).toString())) {
          throw new IllegalStateException("order " + count + " came back as " + group);
        }
        count++;
      }
    }
    return count;
  }
}
