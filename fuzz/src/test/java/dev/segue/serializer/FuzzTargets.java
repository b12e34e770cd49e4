// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.testing.Sample;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/// The common invariants of the fuzz targets: reading any input returns an object or throws a
/// [SerializationException], with the same result from an array and from native memory, interpreted
/// and compiled.
@SuppressWarnings("NullAway") // typical application objects
final class FuzzTargets {

  private static final String READ = "read";

  enum Mood {
    GOOD,
    BAD
  }

  record Part(int number, Integer boxed, String text, Mood mood) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Whole(
      long id,
      Part part,
      List<Part> parts,
      Map<String, Mood> moods,
      Object any,
      int[] ints,
      Part[][] arrays,
      List<Integer> boxes) {}

  static class Node {
    Node next;
    Object value;
    boolean flag;
    double number;
  }

  static final class Sub extends Node {
    List<Node> nodes;
  }

  static final class Names extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
    int version;
  }

  static final class Problem extends Exception {
    private static final long serialVersionUID = 1L;
    int code = 5;
  }

  private FuzzTargets() {}

  /// Returns a builder with the classes of this file registered.
  static SerializerBuilder builder() {
    return Serializer.builder()
        .maxAllocation(1 << 24)
        .maxCollidingKeys(1_000)
        .maxDepth(64)
        .register(Whole.class, Part.class, Mood.class, Node.class, Sub.class)
        .register(Names.class, Problem.class);
  }

  static List<Object> graphs() {
    Part part = new Part(3, null, "text", Mood.BAD);
    Sub sub = new Sub();
    sub.value = new ArrayList<>(List.of(1, "two", part, Mood.GOOD, new int[] {3}));
    sub.nodes = new ArrayList<>(List.of(new Node()));
    Names names = new Names();
    names.add("n");
    return List.of(
        new Whole(
            1,
            part,
            new ArrayList<>(Arrays.asList(part, null)),
            Map.of("k", Mood.GOOD),
            sub,
            new int[] {1, 2},
            new Part[][] {{part}, null},
            new ArrayList<>(Arrays.asList(1, null))),
        sub,
        names,
        new Problem());
  }

  /// The seed payloads: the graphs, and one for each JDK type.
  static Stream<byte[]> seeds(Serializer serializer) throws Exception {
    Stream<Object> jdk =
        JdkTypesRoundTripTest.samples().map(Sample::value).filter(value -> !(value instanceof URL));
    return Stream.concat(graphs().stream(), jdk).map(serializer::toBytes);
  }

  /// Reads an input with two serializers from both kinds of memory. The outcome for one serializer
  /// must not depend on the memory; the two serializers must agree on whether the input can be
  /// read.
  static void read(byte[] input, Serializer compiled, Serializer interpreted) {
    boolean isRead = outcome(input, compiled).equals(READ);
    Assertions.assertEquals(isRead, outcome(input, interpreted).equals(READ));
  }

  private static String outcome(byte[] input, Serializer serializer) {
    String outcome = outcome(() -> serializer.fromBytesOrNull(input, Object.class));
    if (input.length > 0) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(input.length).copyFrom(MemorySegment.ofArray(input));
        Assertions.assertEquals(
            outcome, outcome(() -> serializer.readOrNull(memory, 0, Object.class)));
      }
    }
    return outcome;
  }

  /// The outcome of a call: success, or the kind of error. A length beyond the input is malformed
  /// if the input's length is known, and exceeds a limit if the input is a stream.
  static String outcome(Runnable call) {
    try {
      call.run();
      return READ;
    } catch (SerializationException e) {
      return (e.kind() == Kind.LIMIT_EXCEEDED ? Kind.MALFORMED_INPUT : e.kind()).name();
    }
  }

  /// Returns a payload with the correct fingerprint of its schema, so that the code behind the
  /// check is reached.
  static byte[] withRightFingerprint(byte[] input) {
    int tail = input.length - Header.TRAILER_BYTES - Schema.TAIL_BYTES;
    if (tail <= Header.BYTES) {
      return input;
    }
    int length = ByteArrays.getInt(input, tail + Long.BYTES);
    if (length <= 0 || length > tail - Header.BYTES) {
      return input;
    }
    byte[] payload = input.clone();
    byte[] document = Arrays.copyOfRange(payload, tail - length, tail);
    ByteArrays.putLong(payload, tail, Schema.fingerprint(document));
    return payload;
  }
}
