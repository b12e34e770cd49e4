// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.compiler;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExecutionTest {

  private static final String PROPERTY = "dev.segue.serializer.execution";

  private final @Nullable String before = System.getProperty(PROPERTY);

  /// Whether the interpreter has created the last object.
  private static volatile boolean isInterpreted;

  record Inner(int number) {
    @SuppressWarnings("StaticAssignmentInConstructor") // records the frames that created it
    Inner {
      isInterpreted =
          StackWalker.getInstance()
              .walk(
                  frames -> frames.anyMatch(frame -> frame.getClassName().endsWith("Interpreter")));
    }
  }

  record Outer(String name, Inner inner) {}

  @AfterEach
  void restoreProperty() {
    set(before);
  }

  private static void set(@Nullable String value) {
    if (value == null) {
      System.clearProperty(PROPERTY);
    } else {
      System.setProperty(PROPERTY, value);
    }
  }

  private static String ofNewSerializer() {
    return Serializer.builder().build().toString().replaceAll(".*execution=(\\w+).*", "$1");
  }

  @Test
  void defaultInterpretsAndCompilesInTheBackground() {
    set(null);
    assertEquals("AUTO", ofNewSerializer());
  }

  @Test
  void systemPropertySetsTheDefault() {
    set("compiled");
    assertEquals("COMPILED", ofNewSerializer());
    set("INTERPRETED");
    assertEquals("INTERPRETED", ofNewSerializer());
    assertTrue(
        Serializer.builder()
            .execution(Execution.AUTO)
            .build()
            .toString()
            .contains("execution=AUTO"));
  }

  @Test
  void otherValuesOfThePropertyAreRefused() {
    set("fast");
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, Serializer::builder);
    assertEquals(
        PROPERTY + "=fast is none of COMPILED, AUTO and INTERPRETED", refused.getMessage());
  }

  /// Reads and writes while the codecs change.
  @Test
  void payloadsAreTheSameBeforeAndAfterCompilation() {
    Serializer serializer =
        Serializer.builder().register(Outer.class, Inner.class).execution(Execution.AUTO).build();
    Outer value = new Outer("name", new Inner(3));
    byte[] expected =
        Serializer.builder()
            .register(Outer.class, Inner.class)
            .execution(Execution.INTERPRETED)
            .build()
            .toBytes(value);
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    boolean wasInterpreted = false;
    do {
      assertArrayEquals(expected, serializer.toBytes(value));
      assertEquals(value, serializer.fromBytes(expected, Outer.class));
      wasInterpreted |= isInterpreted;
    } while (isInterpreted && System.nanoTime() < deadline);
    assertTrue(wasInterpreted);
    assertFalse(isInterpreted);
    assertArrayEquals(expected, serializer.toBytes(value));
  }
}
