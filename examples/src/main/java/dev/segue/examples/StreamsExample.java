// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.GrowableBuffer;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/// Writes objects of unknown size to a growing buffer, to `ByteBuffer`s and to streams, and shows
/// ways to inspect the bytes.
final class StreamsExample {

  record Reading(String sensor, double value) {}

  /// Has an explicit number, so that the order of registration does not matter.
  @TypeId(10)
  record Batch(int day, List<Reading> readings) {}

  private StreamsExample() {}

  public static void main(String[] args) throws IOException {
    Serializer serializer = Serializer.builder().register(Reading.class, Batch.class).build();
    Batch batch = new Batch(21, List.of(new Reading("inside", 20.5), new Reading("outside", -3)));

    // Native memory that grows. Offsets stay valid; segments must be taken again after each write.
    try (GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
      long first = serializer.write(batch, buffer);
      serializer.write(batch.readings().getFirst(), buffer);
      System.out.println(buffer);
      System.out.println("The second: " + serializer.read(buffer.segment(), first, Reading.class));
    }

    // Starts at the buffer's position; the buffer may have any byte order.
    ByteBuffer bytes = ByteBuffer.allocateDirect(1024);
    int length = serializer.write(batch, bytes);
    System.out.println(length + " bytes, position=" + bytes.position());
    System.out.println("Equal: " + batch.equals(serializer.read(bytes.flip(), Batch.class)));

    // Several objects on one stream, such as that of a socket.
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (var writer = serializer.writer(stream)) {
      for (Reading reading : batch.readings()) {
        writer.write(reading);
      }
    }
    try (var reader = serializer.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      while (reader.hasNext()) {
        System.out.println("Next: " + reader.read(Reading.class));
      }
    }

    // A copy that shares nothing with the original.
    System.out.println("Copied: " + serializer.copy(batch).equals(batch));

    // An explanation of the bytes, by class and byte by byte.
    System.out.println(serializer.explain(Batch.class));
    try (GrowableBuffer buffer = GrowableBuffer.ofConfined()) {
      serializer.write(batch, buffer);
      System.out.println(serializer.inspect(buffer.segment(), 0));
      System.out.println(serializer.inspect(buffer.slice(0, buffer.byteSize() / 2), 0));
    }

    // The registered numbers and a checksum, to compare with the peer.
    System.out.println(serializer + " " + serializer.registeredClasses());
    try {
      Serializer.builder().register(Reading.class, 10).register(Batch.class);
    } catch (IllegalArgumentException e) {
      System.out.println("Refused: " + e.getMessage());
    }
    try (var reader = serializer.reader(new ByteArrayInputStream(stream.toByteArray(), 0, 30))) {
      Reading unused = reader.read(Reading.class);
      System.out.println(unused);
    } catch (SerializationException e) {
      System.out.println(e.kind() + ": " + e.getMessage());
    }
  }
}
