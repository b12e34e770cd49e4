// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The registration of classes that are reachable from roots.
@SuppressWarnings("unused")
class RegisterReachableTest {

  sealed interface Payment permits Card, Cash, Voucher, Coin, Later {}

  record Card(String number) implements Payment {}

  record Cash(Currency currency) implements Payment {}

  sealed interface Voucher extends Payment {}

  record GiftVoucher(int value) implements Voucher {}

  enum Coin implements Payment {
    HEADS,
    TAILS {
      @Override
      public String toString() {
        return "tails";
      }
    }
  }

  non-sealed interface Later extends Payment {}

  record Friday() implements Later {}

  record Currency(String name) {}

  record Part(int number) {}

  record Hidden() {}

  enum Told {
    ONE
  }

  enum InBox {
    ONE
  }

  enum InReference {
    ONE
  }

  enum InSuperclass {
    ONE
  }

  enum OfMap {
    ONE
  }

  record Box<T>(T content) {}

  abstract static class Base<T> {
    @Nullable T key;
  }

  interface Open {}

  record Implementation(int x) implements Open {}

  static class Order extends Base<InSuperclass> {
    List<Map<String, Part[]>> parts = new ArrayList<>();
    @Nullable Payment payment;
    Told told = Told.ONE;
    Optional<Told> perhaps = Optional.of(Told.ONE);
    EnumMap<OfMap, String> byConstant = new EnumMap<>(OfMap.class);
    Box<InBox> box = new Box<>(InBox.ONE);
    AtomicReference<InReference> reference = new AtomicReference<>(InReference.ONE);
    @Nullable Open open;
    transient Hidden cache = new Hidden();
    @Ignored Hidden ignored = new Hidden();
    static Hidden shared = new Hidden();
    java.time.Instant time = java.time.Instant.EPOCH;
  }

  private static List<String> names(SerializerBuilder builder) {
    return builder.build().registeredClasses().values().stream().map(Class::getSimpleName).toList();
  }

  private static String refused(Class<? extends RuntimeException> type, Runnable call) {
    return String.valueOf(assertThrows(type, call::run).getMessage());
  }

  @Test
  void sealedTypeRegistersItsPermittedSubclasses() {
    assertEquals(
        List.of("Card", "Cash", "GiftVoucher", "Coin"),
        names(Serializer.builder().registerSealed(Payment.class)));
    assertEquals(
        List.of("Coin", "Card", "Cash", "GiftVoucher"),
        names(
            Serializer.builder()
                .register(Coin.class)
                .registerSealed(Payment.class)
                .registerSealed(Payment.class)
                .registerSealed(Coin.class)));
  }

  @Test
  void unsealedTypeIsRefused() {
    for (Class<?> type : List.of(Open.class, Card.class, Later.class)) {
      String message =
          refused(IllegalArgumentException.class, () -> Serializer.builder().registerSealed(type));
      assertTrue(message.contains(type.getName() + " is not sealed"), message);
    }
  }

  abstract static sealed class Shape permits Circle {}

  static sealed class Circle extends Shape permits Ring {
    int radius = 1;
  }

  static final class Ring extends Circle {
    int inner = 2;
  }

  @Test
  void sealedClassWithDirectInstancesIsRegistered() {
    assertEquals(
        List.of("Circle", "Ring"), names(Serializer.builder().registerSealed(Shape.class)));
    assertEquals(
        List.of("Circle", "Ring"), names(Serializer.builder().registerReachable(Circle.class)));
  }

  private static final List<String> FOUND =
      List.of(
          "Order",
          "Box",
          "Card",
          "Cash",
          "Coin",
          "Currency",
          "GiftVoucher",
          "InBox",
          "InReference",
          "InSuperclass",
          "Part");

  @Test
  void rootRegistersAllDeclaredClassesInOrderOfNames() {
    assertEquals(FOUND, names(Serializer.builder().registerReachable(Order.class)));
    assertEquals(
        FOUND,
        names(
            Serializer.builder()
                .registerReachable(Order.class)
                .registerReachable(Part.class, Payment.class)
                .register(Order.class)));
  }

  @ParameterizedTest
  @EnumSource
  void reachableClassesSufficeForARoundTrip(Execution execution) {
    Serializer serializer =
        Serializer.builder().registerReachable(Order.class).execution(execution).build();
    Order order = new Order();
    order.key = InSuperclass.ONE;
    order.parts.add(Map.of("a", new Part[] {new Part(3)}));
    order.byConstant.put(OfMap.ONE, "one");
    for (Payment payment :
        List.of(new Card("1"), new Cash(new Currency("EUR")), new GiftVoucher(2), Coin.TAILS)) {
      order.payment = payment;
      Order same = serializer.copy(order);
      assertEquals(payment, same.payment);
      assertEquals(InSuperclass.ONE, same.key);
      assertEquals(new Part(3), Objects.requireNonNull(same.parts.getFirst().get("a"))[0]);
      assertEquals(InBox.ONE, same.box.content());
      assertEquals(InReference.ONE, same.reference.get());
      assertEquals("one", same.byConstant.get(OfMap.ONE));
    }
  }

  /// No enum is registered needlessly.
  @Test
  void enumsThatNoFieldNamesAreNeeded() {
    Serializer serializer = Serializer.builder().register(Box.class).build();
    for (Object object :
        List.of(new Box<>(InBox.ONE), new AtomicReference<>(InReference.ONE), InSuperclass.ONE)) {
      assertEquals(
          Kind.UNREGISTERED_CLASS,
          assertThrows(SerializationException.class, () -> serializer.copy(object)).kind());
    }
  }

  @Test
  void implementationsOfOpenTypesAreNotFound() {
    Serializer serializer = Serializer.builder().registerReachable(Order.class).build();
    Order order = new Order();
    order.open = new Implementation(1);
    String message =
        String.valueOf(
            assertThrows(SerializationException.class, () -> serializer.copy(order)).getMessage());
    assertTrue(message.contains(".register(Implementation.class)"), message);
    for (Class<?> root : List.of(Open.class, Base.class, Later.class)) {
      message =
          refused(SerializationException.class, () -> Serializer.builder().registerReachable(root));
      assertTrue(message.contains("register its implementations"), message);
    }
  }

  record Money(Amount amount) {}

  record Amount(Unit unit) {}

  record Unit() {}

  record MoneySurrogate(List<Digit> digits) {}

  record Digit(int value) {}

  record Purse(Money money) {}

  @Test
  void surrogatesReplaceTheirTypes() {
    TypeSurrogate<Money, MoneySurrogate> surrogate =
        TypeSurrogate.of(
            Money.class,
            MoneySurrogate.class,
            _ -> new MoneySurrogate(List.of(new Digit(7))),
            _ -> new Money(new Amount(new Unit())));
    SerializerBuilder builder =
        Serializer.builder().register(surrogate).registerReachable(Purse.class);
    assertEquals(List.of("Money", "MoneySurrogate", "Purse", "Digit"), names(builder));
    Purse purse = new Purse(new Money(new Amount(new Unit())));
    assertEquals(purse, builder.build().copy(purse));
  }

  static class Serialized implements java.io.Serializable {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("serial") // it is never written
    Amount amount = new Amount(new Unit());
  }

  record WithSerialized(Serialized serialized) {}

  @Test
  void fieldsOfJavaSerializedClassesAreNotFollowed() {
    assertEquals(
        List.of("Serialized", "WithSerialized"),
        names(
            Serializer.builder()
                .registerJavaSerialized(Serialized.class)
                .registerReachable(WithSerialized.class)));
  }

  class Inner {
    int x = RegisterReachableTest.this.hashCode();
  }

  static class WithInner {
    @Nullable Inner inner;
  }

  @Test
  void innerClassesAreSkippedAndRefusedAsRoots() {
    assertEquals(
        List.of("WithInner"), names(Serializer.builder().registerReachable(WithInner.class)));
    assertThrows(
        SerializationException.class, () -> Serializer.builder().registerReachable(Inner.class));
  }

  /// Defines the classes of this test again, except one.
  private static final class Lacking extends ClassLoader {

    private final String missing;

    Lacking(Class<?> missing) {
      super(null);
      this.missing = missing.getName();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (var file =
          RegisterReachableTest.class
              .getClassLoader()
              .getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (file == null || name.equals(missing)) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  static class Referring {
    @Nullable List<Part> parts;
    @Nullable Part part;
  }

  static class Further {
    @Nullable Referring referring;
  }

  @Test
  void missingClassIsNamed() throws Exception {
    ClassLoader loader = new Lacking(Part.class);
    for (Class<?> root : List.of(Referring.class, Further.class)) {
      Class<?> reloaded = loader.loadClass(root.getName());
      String message =
          refused(
              IllegalArgumentException.class,
              () -> Serializer.builder().registerReachable(reloaded));
      assertTrue(message.contains("that " + Referring.class.getName() + " declares"), message);
      assertTrue(message.contains("Part"), message);
    }
  }

  @Test
  void errorAboutAForgottenClassNamesEnumsAndTheRemedy() {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    Order order = new Order();
    String message =
        String.valueOf(
            assertThrows(SerializationException.class, () -> serializer.copy(order)).getMessage());
    for (String found : FOUND.subList(1, FOUND.size())) {
      assertTrue(message.contains(found + ".class"), message + " lacks " + found);
    }
    assertTrue(message.contains("registerReachable"), message);
    for (String not : List.of("Told.class", "OfMap.class", "Hidden.class", "Voucher.class,")) {
      assertFalse(message.replace("GiftVoucher", "").contains(not), message);
    }
  }

  interface Service {
    Map<Part, ? extends List<Box<Told>>> find(int number, Optional<Currency[]> currency);

    void pay(Payment payment, String note, CharSequence other);

    <T extends Hidden> List<T> all();
  }

  @Test
  void methodTypesAreFollowed() {
    List<Type> types = new ArrayList<>();
    for (Method method : Service.class.getDeclaredMethods()) {
      types.add(method.getGenericReturnType());
      types.addAll(List.of(method.getGenericParameterTypes()));
    }
    Serializer serializer =
        Serializer.builder().registerReachable(types.toArray(Type[]::new)).build();
    assertEquals(
        List.of("Box", "Card", "Cash", "Coin", "Currency", "GiftVoucher", "Hidden", "Part", "Told"),
        serializer.registeredClasses().values().stream().map(Class::getSimpleName).toList());
    Object value = Map.of(new Part(1), List.of(new Box<>(Told.ONE)));
    assertEquals(value, serializer.copy(value));
  }
}
