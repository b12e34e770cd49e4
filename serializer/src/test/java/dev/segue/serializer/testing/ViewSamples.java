// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import dev.segue.serializer.ViewList;
import dev.segue.serializer.ViewPath;
import dev.segue.serializer.ViewText;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Classes, and views of them.
public final class ViewSamples {

  private ViewSamples() {}

  public enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "green";
      }
    }
  }

  public static class Parent {
    public int inherited = 17;
  }

  /// A bean with a field of every shape.
  public static final class Everything extends Parent {
    public boolean flag = true;
    public byte tiny = -3;
    public short small = -300;
    public char letter = 'ß';
    public int number = -70_000;
    public long large = 1L << 40;
    public float real = 1.5f;
    public double precise = Math.PI;
    @Nullable public Integer boxed = 5;
    @Nullable public Integer boxedNull;
    @Nullable public Long boxedLong = -6L;
    @Nullable public Boolean boxedFlag = true;
    @Nullable public Color color = Color.GREEN;
    @Nullable public Color noColor;
    @Nullable public String latin = "café";
    @Nullable public String wide = "日本語 text";
    @Nullable public String noText;
    public int @Nullable [] ints = {1, -2, 3};
    public double[] doubles = {0.5, -1.5};
    public byte @Nullable [] noBytes;
    @Nullable public Point point = new Point(3, "here", null);
    @Nullable public Point noPoint;

    @Nullable
    public List<@Nullable Point> points = new ArrayList<>(List.of(new Point(7, "a", null)));

    @Nullable public List<Point> noPoints;
    public Point[] pointArray = {new Point(9, "z", null)};
    public List<String> tags = List.of("one", "zwölf", "三");
    public List<@Nullable Integer> numbers = new ArrayList<>();
    public List<@Nullable Color> colors = new ArrayList<>();
    public Map<String, Integer> map = Map.of("k", 8);
    public Object any = Optional.of("opt");
    @Nullable public Everything next;
  }

  public record Point(int x, @Nullable String name, @Nullable Point deeper) {}

  public static class Animal {
    public int legs = 4;
    @Nullable public String name = "Rex";
  }

  public static final class Bird extends Animal {
    public double wingspan = 1.25;

    public Bird() {
      legs = 2;
      name = "Tweety";
    }
  }

  public static final class Zoo {
    public Animal first = new Animal();
    public List<Animal> all = List.of(new Animal());
  }

  public interface PointView {
    int x();

    @Nullable String name();

    @Nullable PointView deeper();
  }

  public interface EverythingView {
    int inherited();

    boolean flag();

    byte tiny();

    short small();

    char letter();

    int number();

    @ViewPath("number")
    Integer numberAsObject();

    long large();

    float real();

    double precise();

    @Nullable Integer boxed();

    @ViewPath("boxed")
    int boxedPrimitive();

    @Nullable Integer boxedNull();

    @ViewPath("boxedNull")
    int boxedNullPrimitive();

    boolean hasBoxed();

    boolean hasBoxedNull();

    long boxedLong();

    boolean boxedFlag();

    @Nullable Color color();

    @Nullable Color noColor();

    boolean hasColor();

    boolean hasNoColor();

    @Nullable String latin();

    @Nullable String wide();

    @Nullable String noText();

    @ViewPath("latin")
    ViewText latinText();

    @ViewPath("wide")
    ViewText wideText();

    @ViewPath("noText")
    @Nullable ViewText noViewText();

    boolean hasNoText();

    boolean hasLatin();

    int ints(int index);

    int intsCount();

    @ViewPath("ints")
    MemorySegment intsSlice();

    int[] ints();

    double doubles(int index);

    int noBytesCount();

    byte noBytes(int index);

    @ViewPath("noBytes")
    @Nullable MemorySegment noBytesSlice();

    @Nullable PointView point();

    @ViewPath("point")
    @Nullable Point wholePoint();

    @ViewPath("point.x")
    int pointX();

    @ViewPath("point.name")
    String pointName();

    @ViewPath("noPoint.x")
    int noPointX();

    @ViewPath("noPoint.name")
    @Nullable String noPointName();

    @ViewPath("noPoint.name")
    boolean hasNoPointName();

    @ViewPath("point.deeper.x")
    int deepX();

    @Nullable PointView noPoint();

    ViewList<PointView> points();

    @Nullable PointView points(int index);

    int pointsCount();

    @Nullable ViewList<PointView> noPoints();

    int noPointsCount();

    PointView pointArray(int index);

    @Nullable String tags(int index);

    @ViewPath("tags")
    ViewText tagTexts(int index);

    List<String> tags();

    @Nullable Integer numbers(int index);

    @ViewPath("numbers")
    int numbersPrimitive(int index);

    int numbersCount();

    @Nullable Color colors(int index);

    Map<String, Integer> map();

    int mapCount();

    Object any();

    @Nullable EverythingView next();

    @ViewPath("next.next.number")
    int afterNext();

    default int twiceTheNumber() {
      return 2 * number();
    }
  }

  public interface AnimalView {
    int legs();

    @Nullable String name();
  }

  public interface ZooView {
    AnimalView first();

    Animal all(int index);

    @ViewPath("first.legs")
    int legs();
  }
}
