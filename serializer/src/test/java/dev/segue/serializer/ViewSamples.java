// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Classes, and views of them.
final class ViewSamples {

  private ViewSamples() {}

  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "green";
      }
    }
  }

  static class Parent {
    int inherited = 17;
  }

  /// A bean with a field of every shape.
  static final class Everything extends Parent {
    boolean flag = true;
    byte tiny = -3;
    short small = -300;
    char letter = 'ß';
    int number = -70_000;
    long large = 1L << 40;
    float real = 1.5f;
    double precise = Math.PI;
    @Nullable Integer boxed = 5;
    @Nullable Integer boxedNull;
    @Nullable Long boxedLong = -6L;
    @Nullable Boolean boxedFlag = true;
    @Nullable Color color = Color.GREEN;
    @Nullable Color noColor;
    @Nullable String latin = "café";
    @Nullable String wide = "日本語 text";
    @Nullable String noText;
    int @Nullable [] ints = {1, -2, 3};
    double[] doubles = {0.5, -1.5};
    byte @Nullable [] noBytes;
    @Nullable Point point = new Point(3, "here", null);
    @Nullable Point noPoint;
    @Nullable List<@Nullable Point> points = new ArrayList<>(List.of(new Point(7, "a", null)));
    @Nullable List<Point> noPoints;
    Point[] pointArray = {new Point(9, "z", null)};
    List<String> tags = List.of("one", "zwölf", "三");
    List<@Nullable Integer> numbers = new ArrayList<>();
    List<@Nullable Color> colors = new ArrayList<>();
    Map<String, Integer> map = Map.of("k", 8);
    Object any = Optional.of("opt");
    @Nullable Everything next;
  }

  record Point(int x, @Nullable String name, @Nullable Point deeper) {}

  static class Animal {
    int legs = 4;
    @Nullable String name = "Rex";
  }

  static final class Bird extends Animal {
    double wingspan = 1.25;

    Bird() {
      legs = 2;
      name = "Tweety";
    }
  }

  static final class Zoo {
    Animal first = new Animal();
    List<Animal> all = List.of(new Animal());
  }

  interface PointView {
    int x();

    @Nullable String name();

    @Nullable PointView deeper();
  }

  interface EverythingView {
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

  interface AnimalView {
    int legs();

    @Nullable String name();
  }

  interface ZooView {
    AnimalView first();

    Animal all(int index);

    @ViewPath("first.legs")
    int legs();
  }
}
