// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The classes of the golden payloads. They never change, since payloads contain their names and
/// fingerprints; a new case gets a new class.
@SuppressWarnings({"ArrayRecordComponent", "UnusedVariable"})
public final class Shop {

  private Shop() {}

  public enum Status {
    OPEN,
    PAID
  }

  public record Item(String article, int quantity) {}

  public record Order(
      long id,
      @Nullable Integer discount,
      Status status,
      String customer,
      String note,
      List<Item> items,
      @Nullable Object extra) {}

  public record Numbers(
      boolean a,
      byte b,
      short c,
      char d,
      int e,
      long f,
      float g,
      double h,
      @Nullable Boolean boxedBoolean,
      @Nullable Long boxedLong,
      byte[] bytes,
      int[] ints,
      double[] doubles,
      Map<String, Integer> counts) {}

  /// An object that refers to itself.
  public static final class Node {
    String name = "";
    @Nullable Node next;
  }

  public static final class Tags extends ArrayList<String> {
    @Serial private static final long serialVersionUID = 1;

    String owner = "";
  }

  public static final class Refusal extends Exception {
    @Serial private static final long serialVersionUID = 1;

    int code;
  }

  /// Written as a `BigDecimal` by a surrogate.
  public record Money(BigDecimal amount) {}

  @SuppressWarnings("serial") // written by its own method
  public static final class Ticket implements Externalizable {
    @Serial private static final long serialVersionUID = 1;

    int number;
    Object holder = "";

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(number);
      out.writeObject(holder);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      number = in.readInt();
      holder = in.readObject();
    }
  }

  /// Replaced with its text.
  public static final class Stamp implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    String text = "";

    @Serial
    private Object writeReplace() {
      return new StampText(text);
    }
  }

  public record StampText(String text) implements Serializable {
    @Serial
    private Object readResolve() {
      Stamp stamp = new Stamp();
      stamp.text = text;
      return stamp;
    }
  }

  /// Written by Java serialization.
  public static final class Legacy implements Serializable {
    @Serial private static final long serialVersionUID = 1;

    String name = "";
    int[] numbers = {};
  }

  public record Attachment(String name, byte[] content, long[] offsets) {}
}
