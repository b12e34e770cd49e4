// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.fixtures.Jvm;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A JVM that cannot define classes at run time, such as a native image: everything is interpreted.
class WithoutClassDefinitionTest {

  private static final String DONE = "the round trips are done";
  private static final String REASON = "defines no classes at run time";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Ddev.segue.serializer.classDefinition=deny",
        "-Dorg.graalvm.nativeimage.imagecode=runtime"
      })
  void interpretsEverything(String flag) throws Exception {
    List<String> lines = linesOfProcess(flag);
    assertTrue(lines.contains(DONE), () -> String.join("\n", lines));
    assertEquals(List.of(), generated(lines));
    assertEquals(1, lines.stream().filter(line -> line.contains(REASON)).count());
    assertFalse(lines.stream().anyMatch(line -> line.contains("WARNING")));
  }

  @Test
  void otherJvmsGenerateClasses() throws Exception {
    List<String> lines = linesOfProcess("-Dorg.graalvm.nativeimage.imagecode=buildtime");
    assertTrue(lines.contains(DONE), () -> String.join("\n", lines));
    for (String kind : List.of("$Codec", "$View", "$Cursor")) {
      assertTrue(generated(lines).stream().anyMatch(line -> line.contains(kind)), kind);
    }
    assertFalse(lines.stream().anyMatch(line -> line.contains(REASON)));
  }

  private static List<String> generated(List<String> lines) {
    return lines.stream()
        .filter(line -> line.contains("[class,load]"))
        .filter(line -> line.matches(".*(\\$Codec|\\$View|\\$Cursor)/0x.*"))
        .toList();
  }

  private static List<String> linesOfProcess(String flag) throws IOException, InterruptedException {
    List<String> flags = List.of(flag, "-Xlog:class+load");
    return Jvm.run(Jvm.command(flags, Main.class, List.of())).lines();
  }

  record Point(int x, long y) {}

  static final class Shape {
    final String name;
    final List<Point> points;

    Shape(String name, List<Point> points) {
      this.name = name;
      this.points = points;
    }
  }

  interface PointView {
    int x();

    long y();
  }

  static final class Main {

    private Main() {}

    public static void main(String[] args) {
      for (Execution execution : Execution.values()) {
        for (SchemaMode mode : SchemaMode.values()) {
          roundTrips(
              Serializer.builder()
                  .register(Point.class, Shape.class)
                  .schemaMode(mode)
                  .execution(execution)
                  .build());
        }
      }
      foreignSchemas();
      System.out.println(DONE);
    }

    private static void roundTrips(Serializer serializer) {
      Shape shape = new Shape("shape", new ArrayList<>(List.of(new Point(1, 2))));
      for (int i = 0; i < 1000; i++) {
        Shape same = serializer.copy(shape);
        require(same.name.equals("shape") && same.points.equals(shape.points));
      }
      MemorySegment payload = MemorySegment.ofArray(serializer.toBytes(new Point(3, 4)));
      PointView view = serializer.view(PointView.class, Point.class).at(payload, 0);
      require(view.x() == 3 && view.y() == 4);
    }

    /// Payloads of another writer: its schema has other ids.
    private static void foreignSchemas() {
      SerializerBuilder builder = Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
      Serializer writer = builder.register(Point.class, 7).build();
      Serializer reader =
          Serializer.builder()
              .schemaMode(SchemaMode.COMPATIBLE)
              .register(Shape.class, Point.class)
              .build();
      byte[] bytes = writer.toBytes(new Point(5, 6));
      for (int i = 0; i < 1000; i++) {
        require(reader.fromBytes(bytes, Point.class).equals(new Point(5, 6)));
      }
    }

    private static void require(boolean condition) {
      if (!condition) {
        throw new AssertionError();
      }
    }
  }
}
