// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.RoundTrip;
import dev.segue.benchmark.graph.SegueCodec;
import dev.segue.serializer.ClassRule;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.ArrayList;
import java.util.List;

/// Objects of classes that are either registered or allowed by a rule.
public final class ClassesByRule {
  private ClassesByRule() {}

  /// The objects.
  public enum Graph {
    /// An order of three lines: declared types name all classes.
    ORDER,
    /// A record with a field of type `Object` that contains a record.
    OPEN_FIELD,
    /// A list of three objects of an interface.
    OPEN_LIST_3,
    /// A list of 300 objects of an interface.
    OPEN_LIST_300;

    /// Creates the object.
    public Object create() {
      return switch (this) {
        case ORDER -> order();
        case OPEN_FIELD -> new Envelope(1, new Circle(2, 3));
        case OPEN_LIST_3 -> drawing(3);
        case OPEN_LIST_300 -> drawing(300);
      };
    }
  }

  /// An order.
  ///
  /// @param id the number of the order
  /// @param customer the name of the customer
  /// @param lines the lines of the order
  public record Order(long id, String customer, List<Line> lines) {}

  /// A line of an order.
  ///
  /// @param item the name of the item
  /// @param count the number of pieces
  /// @param price the price of one piece
  public record Line(String item, int count, double price) {}

  /// A record whose content is of any class.
  ///
  /// @param id the number of the record
  /// @param content an object
  public record Envelope(int id, Object content) {}

  /// Shapes of a drawing.
  public interface Shape {}

  /// A circle.
  ///
  /// @param x the centre
  /// @param radius the radius
  public record Circle(int x, int radius) implements Shape {}

  /// A square.
  ///
  /// @param x the left edge
  /// @param side the length of a side
  public record Square(int x, long side) implements Shape {}

  /// A drawing.
  ///
  /// @param shapes circles and squares
  public record Drawing(List<Shape> shapes) {}

  private static Order order() {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      lines.add(new Line("item " + i, i + 1, 9.5 * i));
    }
    return new Order(4711, "customer", lines);
  }

  private static Drawing drawing(int count) {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shapes.add(i % 2 == 0 ? new Circle(i, i + 1) : new Square(i, i + 2));
    }
    return new Drawing(shapes);
  }

  /// Sets up a serializer, and checks that an object survives a round trip.
  ///
  /// @throws IllegalArgumentException if the name is unknown
  public static GraphCodec open(String library, GraphCase.Schema schema, Graph graph) {
    SerializerBuilder builder =
        Serializer.builder()
            .execution(Execution.COMPILED)
            .schemaMode(SchemaMode.valueOf(schema.name()));
    switch (library) {
      case "segue" ->
          builder.register(
              Order.class, Line.class, Envelope.class, Circle.class, Square.class, Drawing.class);
      case "segue-rules" -> builder.allow(ClassRule.packagesOf(ClassesByRule.class));
      default -> throw new IllegalArgumentException("unknown library: " + library);
    }
    Object object = graph.create();
    return RoundTrip.checked(
        new SegueCodec(builder.build(), GraphCase.Buffer.ARRAY, object.getClass()),
        object,
        library + ", " + schema + ", " + graph);
  }
}
