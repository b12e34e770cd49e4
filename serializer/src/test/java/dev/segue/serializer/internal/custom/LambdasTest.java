// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LambdasTest {

  interface Greeting {
    String to(String name);
  }

  record Letter(Greeting greeting, Object same) {}

  private static Greeting greeting(String word) {
    return name -> word + " " + name;
  }

  private static String wordOf(Greeting greeting) {
    return greeting.to("").strip();
  }

  private static List<Greeting> greetings() {
    Greeting proxy =
        (Greeting)
            Proxy.newProxyInstance(
                Greeting.class.getClassLoader(),
                new Class<?>[] {Greeting.class},
                (_, _, arguments) -> "hello " + arguments[0]);
    return List.of(greeting("hello"), proxy);
  }

  @ParameterizedTest
  @EnumSource
  void areRefusedOnTheirOwn(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Letter.class).execution(execution).build();
    for (Greeting greeting : greetings()) {
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () -> serializer.toBytes(new Letter(greeting, greeting)));
      assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    }
  }

  @ParameterizedTest
  @EnumSource
  void areWrittenAsTheSurrogateOfTheirInterface(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Letter.class)
            .register(
                TypeSurrogate.of(
                        Greeting.class, String.class, LambdasTest::wordOf, LambdasTest::greeting)
                    .withSubclasses())
            .execution(execution)
            .build();
    for (Greeting greeting : greetings()) {
      Letter same =
          serializer.fromBytes(serializer.toBytes(new Letter(greeting, greeting)), Letter.class);
      if (same == null) {
        throw new AssertionError("nothing came back");
      }
      assertEquals("hello you", same.greeting.to("you"));
      assertEquals("hello you", assertInstanceOf(Greeting.class, same.same).to("you"));
    }
  }
}
