// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.ruled;

import dev.segue.serializer.ruled.stock.Shelf;
import java.io.Serial;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Classes of an application, which tests allow by their package.
public final class Shop {

  private Shop() {}

  public enum Status {
    OPEN,
    PAID {
      @Override
      boolean isFinal() {
        return true;
      }
    };

    boolean isFinal() {
      return false;
    }
  }

  public record Item(String name, int count) {}

  public record Order(long id, List<Item> items, Status status, @Nullable Object note) {}

  public sealed interface Shape permits Circle, Square {}

  public record Circle(double radius) implements Shape {}

  public record Square(double side) implements Shape {}

  public record Drawing(Shape first, List<Shape> more) {}

  /// An object that can refer to itself.
  public static final class Node {
    public String name = "";
    public @Nullable Node next;
    public final List<Node> others = new ArrayList<>();
  }

  public record Inventory(Map<String, Shelf> shelves) {}

  /// A class that is not final, with a subclass.
  public static class Customer {
    public String name = "";

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Customer that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  public static final class Company extends Customer {
    public @Nullable Customer contact;

    @Override
    public boolean equals(@Nullable Object other) {
      return super.equals(other)
          && other instanceof Company that
          && Objects.equals(contact, that.contact);
    }

    @Override
    public int hashCode() {
      return Objects.hash(super.hashCode(), contact);
    }
  }

  /// Written as another object.
  public record Alternative(String text) implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @Serial
    private Object writeReplace() {
      return new Replacement(text.length());
    }
  }

  public record Replacement(int length) implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @Serial
    private Object readResolve() {
      return new Alternative("x".repeat(length));
    }
  }

  public static final class Refusal extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public Refusal(String message) {
      super(message);
    }
  }

  public static final class Names extends ArrayList<String> {
    @Serial private static final long serialVersionUID = 1;
  }

  /// Counts the calls of its hook.
  public static final class Counted implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    @SuppressWarnings("serial")
    public transient int calls;

    @Serial
    private Object writeReplace() {
      calls++;
      return "counted";
    }
  }

  /// A class whose time of initialization a test checks.
  public static final class Initialized {
    static {
      System.setProperty("dev.segue.test.initialized", "true");
    }

    public int value;
  }
}
