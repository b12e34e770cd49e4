// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// The advice about unregistered classes works.
@SuppressWarnings("unused")
class UnregisteredTest {

  sealed interface Payment permits Card, Cash, Voucher {}

  record Card(String number) implements Payment {}

  record Cash(Currency currency) implements Payment {}

  sealed interface Voucher extends Payment {}

  record GiftVoucher(int value) implements Voucher {}

  record Currency(String name) {}

  record Customer(String name, @Nullable Address address) {}

  record Address(String street) {}

  record Item(Map<String, List<Part[]>> parts, Optional<? extends Label> label) {}

  record Part(int number) {}

  static class Label {
    String text = "";
    transient Object notWritten = new NotReached();
    static Object alsoNot = new NotReached();
  }

  record NotReached() {}

  enum State {
    OPEN
  }

  abstract static class Entity<T> {
    @Nullable T key;
  }

  static class Key {
    int number;
  }

  static class Order extends Entity<Key> {
    @Nullable Customer customer = new Customer("c", null);
    List<Item> items = new ArrayList<>();
    @Nullable Payment payment;
    State state = State.OPEN;
    Node<?> node = new Node<>();
    @Nullable Object anything;
  }

  static class Node<T extends Comparable<T>> {
    @Nullable Node<T> next;
  }

  private static String refused(Kind kind, Executable executable) {
    SerializationException e = assertThrows(SerializationException.class, executable);
    assertEquals(kind, e.kind(), e::getMessage);
    return String.valueOf(e.getMessage());
  }

  private static void says(String message, String... parts) {
    assertAll(
        Arrays.stream(parts)
            .map(part -> () -> assertTrue(message.contains(part), message + " lacks " + part)));
  }

  @Test
  void oneMessageNamesAllMissingClassesOfAGraph() {
    Serializer root = Serializer.builder().register(Order.class).build();
    String message = refused(Kind.UNREGISTERED_CLASS, () -> root.toBytes(new Order()));
    Class<?>[] lacking = {
      Customer.class,
      Address.class,
      Item.class,
      Part.class,
      Label.class,
      Card.class,
      Cash.class,
      Currency.class,
      GiftVoucher.class,
      Key.class,
      Node.class
    };
    says(
        message,
        Arrays.stream(lacking).map(type -> type.getSimpleName() + ".class").toArray(String[]::new));
    assertEquals(1, message.split("Customer.class").length - 1, message);
    for (Class<?> not : List.of(NotReached.class, State.class, Entity.class, Voucher.class)) {
      assertFalse(message.contains(" " + not.getSimpleName() + ".class"), message);
    }
    says(message, "Order.customer");
    Serializer all = Serializer.builder().register(lacking).register(Order.class).build();
    assertInstanceOf(Order.class, all.copy(new Order()));
  }

  @Test
  void unregisteredRootNamesItsParts() {
    Serializer none = Serializer.builder().build();
    String message = refused(Kind.UNREGISTERED_CLASS, () -> none.toBytes(new Customer("c", null)));
    says(message, ".register(Customer.class)", "Address.class");
    assertFalse(
        refused(Kind.UNREGISTERED_CLASS, () -> none.toBytes(new Address("s"))).contains("either"));
  }

  record Wide(
      W01 a, W02 b, W03 c, W04 d, W05 e, W06 f, W07 g, W08 h, W09 i, W10 j, W11 k, W12 l, W13 m) {}

  record W01(W14 a, W15 b, W16 c, W17 d, W18 e, W19 f, W20 g, W21 h, W22 i, W23 j) {}

  record W02() {}

  record W03() {}

  record W04() {}

  record W05() {}

  record W06() {}

  record W07() {}

  record W08() {}

  record W09() {}

  record W10() {}

  record W11() {}

  record W12() {}

  record W13() {}

  record W14() {}

  record W15() {}

  record W16() {}

  record W17() {}

  record W18() {}

  record W19() {}

  record W20() {}

  record W21() {}

  record W22() {}

  record W23() {}

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void listIsBounded() {
    Wide wide =
        new Wide(null, new W02(), null, null, null, null, null, null, null, null, null, null, null);
    Serializer serializer = Serializer.builder().register(Wide.class).build();
    says(
        refused(Kind.UNREGISTERED_CLASS, () -> serializer.toBytes(wide)),
        "add .register(W02.class)",
        "W21.class, and 2 more");
  }

  /// A surrogate or Java serialization determines the written data, not the fields.
  @Test
  void fieldsOfClassesWithSurrogatesAreNotSearched() {
    Serializer serializer =
        Serializer.builder()
            .register(
                TypeSurrogate.of(
                    Customer.class, String.class, Customer::name, n -> new Customer(n, null)))
            .build();
    assertFalse(
        refused(Kind.UNREGISTERED_CLASS, () -> serializer.toBytes(new Part(1)))
            .contains("Address"));
  }

  private record Hidden(int x) {}

  @Test
  void inaccessibleClassesAreLookedUpByName() {
    record Local(int x) {}
    Serializer none = Serializer.builder().build();
    for (Object object : List.of(new Hidden(1), new Local(1))) {
      says(
          refused(Kind.UNREGISTERED_CLASS, () -> none.toBytes(object)),
          ".register(Class.forName(\"" + object.getClass().getName() + "\"))");
    }
    says(
        refused(Kind.UNREGISTERED_CLASS, () -> none.toBytes(new Part(1))),
        ".register(Part.class)",
        "in another package: .register(Class.forName(\"" + Part.class.getName() + "\"))");
  }

  @Test
  void localClassesCanBeRegistered() {
    record Local(int x) {}
    class Bean {
      int y = 2;
    }
    Serializer serializer = Serializer.builder().register(Local.class, Bean.class).build();
    assertEquals(new Local(5), serializer.copy(new Local(5)));
    Bean bean = new Bean();
    bean.y = 7;
    assertEquals(7, serializer.copy(bean).y);
  }

  @Test
  void localClassesThatCaptureVariablesAreRefused() {
    int captured = List.of(1).size();
    class Capturing {
      int value() {
        return captured;
      }
    }
    says(
        refused(
            Kind.UNSUPPORTED_TYPE, () -> Serializer.builder().register(Capturing.class).build()),
        Capturing.class.getName(),
        "static");
  }

  interface Greeting {
    String to(String name);
  }

  @Test
  void generatedClassNeedsACodecOfItsInterface() {
    Serializer none = Serializer.builder().build();
    Greeting lambda = name -> "hello " + name;
    Object proxy =
        Proxy.newProxyInstance(
            Greeting.class.getClassLoader(), new Class<?>[] {Greeting.class}, (_, _, _) -> "");
    for (Object object : List.of(lambda, proxy)) {
      says(
          refused(Kind.UNSUPPORTED_TYPE, () -> none.toBytes(object)),
          "TypeSurrogate",
          ".withSubclasses()");
    }
  }

  /// Defines this class and its nested classes again, like a reloading framework.
  private static final class Restarted extends ClassLoader {

    Restarted() {
      super("restarted", UnregisteredTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(UnregisteredTest.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (var file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file == null ? new byte[0] : file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  public static class Menu {
    public int x = 1;

    public Menu() {}
  }

  @Test
  void reloadedClassesAreDistinguishedByTheirLoaders() throws Exception {
    Class<?> other = new Restarted().loadClass(Menu.class.getName());
    Serializer old = Serializer.builder().register(Menu.class).build();
    Serializer reloaded = Serializer.builder().register(other).build();
    byte[] bytes = old.toBytes(new Menu());
    String app = "'app'";
    says(
        refused(Kind.TYPE_MISMATCH, () -> reloaded.fromBytes(bytes, Menu.class)),
        Menu.class.getName() + " of the class loader 'restarted'",
        app);
    Object menu = other.getConstructor().newInstance();
    says(
        refused(Kind.UNREGISTERED_CLASS, () -> old.toBytes(menu)),
        Menu.class.getName() + " of the class loader 'restarted'",
        "is not registered, but",
        app);
    says(
        refused(Kind.UNREGISTERED_CLASS, () -> old.explain(other)),
        Menu.class.getName() + " of the class loader 'restarted'",
        "is not registered, but",
        app);
  }

  @Test
  void explainSuggestsNoRefusedRegistration() {
    Serializer none = Serializer.builder().build();
    says(refused(Kind.UNSUPPORTED_TYPE, () -> none.explain(Payment.class)), "implementations");
    says(refused(Kind.UNREGISTERED_CLASS, () -> none.explain(Part.class)), ".register(Part.class)");
  }
}
