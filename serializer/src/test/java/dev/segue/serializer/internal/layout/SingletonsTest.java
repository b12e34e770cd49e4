// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Singleton classes, in the forms that Kotlin, Scala and Java use.
@SuppressWarnings("unused")
class SingletonsTest {

  /// Kotlin's `object`.
  public static final class Unit {
    public static final Unit INSTANCE = new Unit();

    private Unit() {}
  }

  /// Scala's `object`.
  public static final class None$ {
    @SuppressWarnings("checkstyle:ConstantName")
    public static final None$ MODULE$ = new None$();

    private None$() {}
  }

  /// Kotlin's `sealed class Screen(val route: String)` with a nested `object`.
  @SuppressWarnings("serial") // JDK 26 sets final fields only by serialization
  abstract static class Screen implements Serializable {
    private final String route;

    Screen(String route) {
      this.route = route;
    }
  }

  @SuppressWarnings("serial") // not serialized by the JDK
  public static final class Home extends Screen {
    public static final Home INSTANCE = new Home();

    private Home() {
      super("home");
    }
  }

  @SuppressWarnings("serial") // not serialized by the JDK
  static final class Detail extends Screen {
    private final int number;

    Detail(int number) {
      super("detail");
      this.number = number;
    }
  }

  static final class Wildcard {
    static final Wildcard ANY = new Wildcard();

    private Wildcard() {}
  }

  static final class Nothing extends AbstractList<String> {
    static final Nothing NOTHING = new Nothing();

    private Nothing() {}

    @Override
    public String get(int index) {
      throw new IndexOutOfBoundsException(index);
    }

    @Override
    public int size() {
      return 0;
    }
  }

  record Both(Unit declared, Object any, List<Object> list, @Nullable Screen screen) {}

  @ParameterizedTest
  @EnumSource
  void areReadAsTheSameInstance(Execution execution) {
    for (SchemaMode mode : SchemaMode.values()) {
      for (boolean references : new boolean[] {false, true}) {
        Serializer serializer =
            Serializer.builder()
                .register(Unit.class, None$.class, Home.class, Detail.class, Wildcard.class)
                .register(Nothing.class, Both.class)
                .schemaMode(mode)
                .references(references)
                .execution(execution)
                .build();
        for (Object only :
            List.of(Unit.INSTANCE, None$.MODULE$, Home.INSTANCE, Wildcard.ANY, Nothing.NOTHING)) {
          assertSame(only, serializer.copy(only));
          Both both = new Both(Unit.INSTANCE, only, List.of(only, 1, only), Home.INSTANCE);
          Both same = serializer.copy(both);
          assertNotNull(same);
          assertSame(Unit.INSTANCE, same.declared);
          assertSame(only, same.any);
          assertSame(only, same.list.get(2));
          assertSame(Home.INSTANCE, same.screen);
        }
        assertEquals(5, serializer.copy(new Detail(5)).number);
        assertEquals("home", ((Screen) Home.INSTANCE).route);
      }
    }
  }

  /// A class with a constant and instance fields.
  static final class Money {
    static final Money ZERO = new Money();
    private long cents;

    private Money() {}
  }

  /// A second constructor allows more instances.
  static final class Version {
    static final Version LATEST = new Version();

    private Version() {}

    Version(int unused) {}
  }

  static final class Two {
    static final Two FIRST = new Two();
    static final Two SECOND = new Two();

    private Two() {}
  }

  record Point(int x, int y) {
    static final Point ORIGIN = new Point(0, 0);
  }

  record Empty() {
    static final Empty EMPTY = new Empty();
  }

  @Test
  void classesThatMerelyHaveAConstantAreOrdinary() {
    Serializer serializer =
        Serializer.builder()
            .register(Money.class, Version.class, Two.class, Point.class, Empty.class)
            .build();
    Money money = new Money();
    money.cents = 7;
    Money same = serializer.copy(money);
    assertEquals(7, same.cents);
    assertEquals(0, Money.ZERO.cents);
    assertNotSame(Money.ZERO, serializer.copy(Money.ZERO));
    assertNotSame(Version.LATEST, serializer.copy(new Version(1)));
    assertNotSame(Two.FIRST, serializer.copy(Two.SECOND));
    assertEquals(new Point(1, 2), serializer.copy(new Point(1, 2)));
    assertEquals(new Empty(), serializer.copy(new Empty()));
  }

  static class Counter {
    int count;
  }

  public static final class Global extends Counter {
    public static final Global INSTANCE = new Global();

    private Global() {}
  }

  public static final class NoNetwork extends Exception {
    @Serial private static final long serialVersionUID = 1;

    @SuppressWarnings("StaticAssignmentOfThrowable") // on purpose
    public static final NoNetwork INSTANCE = new NoNetwork();

    private NoNetwork() {
      super("no network");
    }
  }

  public static final class Names extends ArrayList<String> {
    @Serial private static final long serialVersionUID = 1;
    public static final Names INSTANCE = new Names();

    private Names() {}
  }

  @ParameterizedTest
  @ValueSource(classes = {NoNetwork.class, Names.class})
  void fieldsOfJdkSuperclassesMayChange(Class<?> type) {
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> Serializer.builder().register(type).build());
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("TypeSurrogate.of(" + type.getSimpleName() + ".class"), message);
  }

  /// Its `readResolve` chooses the instance.
  public static final class Resolved extends Counter implements Serializable {
    @Serial private static final long serialVersionUID = 1;
    public static final Resolved INSTANCE = new Resolved();

    private Resolved() {}

    @Serial
    private Object readResolve() {
      return INSTANCE;
    }
  }

  @ParameterizedTest
  @EnumSource
  void readResolveSuffices(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Resolved.class).execution(execution).build();
    Resolved.INSTANCE.count = 3;
    byte[] bytes = serializer.toBytes(Resolved.INSTANCE);
    Resolved.INSTANCE.count = 4;
    assertSame(Resolved.INSTANCE, serializer.fromBytes(bytes, Object.class));
    assertEquals(4, Resolved.INSTANCE.count);
  }

  /// Reading must neither create a second instance nor set the fields of the first.
  @Test
  void inheritedMutableFieldsAreRefused() {
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> Serializer.builder().register(Global.class).build());
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    String message = String.valueOf(e.getMessage());
    assertTrue(
        message.contains(
            "TypeSurrogate.of(Global.class, Boolean.class, _ -> true, _ -> Global.INSTANCE)"),
        message);
    Serializer serializer =
        Serializer.builder()
            .register(
                TypeSurrogate.of(Global.class, Boolean.class, _ -> true, _ -> Global.INSTANCE))
            .build();
    assertSame(Global.INSTANCE, serializer.copy(Global.INSTANCE));
  }
}
