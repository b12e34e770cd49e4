// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/// What the fuzz targets have in common: any input gives an object or a [SerializationException],
/// the same from an array and from native memory, interpreted and compiled.
@SuppressWarnings("NullAway") // objects as anybody would write them
final class FuzzTargets {

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

  /// A builder that knows the classes here.
  static SerializerBuilder builder() {
    return Serializer.builder()
        .maxAllocation(1 << 24)
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

  /// Payloads to begin with: the graphs, and one of each type of the JDK.
  static Stream<byte[]> seeds(Serializer serializer) throws Exception {
    Stream<Object> jdk =
        JdkTypesRoundTripTest.samples().map(Sample::value).filter(value -> !(value instanceof URL));
    return Stream.concat(graphs().stream(), jdk).map(serializer::toBytes);
  }

  /// Reads an input with two serializers, from both kinds of memory, and compares.
  static void read(byte[] input, Serializer compiled, Serializer interpreted) {
    String first = outcome(() -> compiled.fromBytes(input, Object.class));
    Assertions.assertEquals(first, outcome(() -> interpreted.fromBytes(input, Object.class)));
    if (input.length > 0) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment memory = arena.allocate(input.length).copyFrom(MemorySegment.ofArray(input));
        Assertions.assertEquals(first, outcome(() -> compiled.read(memory, 0, Object.class)));
      }
    }
  }

  /// What came of a call. Where an input has several faults, it is not told which one is found.
  static String outcome(Runnable call) {
    try {
      call.run();
      return "read";
    } catch (SerializationException e) {
      return "refused";
    }
  }
}
