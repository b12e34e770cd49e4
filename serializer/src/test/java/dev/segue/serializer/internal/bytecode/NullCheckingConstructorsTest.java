// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.bytecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The bytecode patterns in which constructors check parameters for null, as javac compiles them,
/// and similar constructors that do more than that.
@SuppressWarnings({"UnusedVariable", "unused"}) // only the code of the constructors matters
class NullCheckingConstructorsTest {

  /// The code that Lombok generates for `@NonNull`.
  static final class Lombok {
    private final String name;
    private final int number;
    private final List<String> words;

    Lombok(String name, int number, List<String> words) {
      if (name == null) {
        throw new NullPointerException("name is marked non-null but is null");
      }
      if (words == null) {
        throw new NullPointerException("words is marked non-null but is null");
      }
      this.name = name;
      this.number = number;
      this.words = words;
    }
  }

  /// Lombok's `lombok.nonNull.exceptionType=IllegalArgumentException`.
  static final class WithAnotherException {
    private final String name;

    WithAnotherException(String name) {
      if (name == null) {
        throw new IllegalArgumentException("name is marked non-null but is null");
      }
      this.name = name;
    }
  }

  /// Lombok's `lombok.nonNull.exceptionType=Assertion`.
  static final class Asserting {
    private final String name;
    private final String other;

    Asserting(String name, String other) {
      assert name != null : "name is marked non-null but is null";
      assert other != null;
      this.name = name;
      this.other = other;
    }
  }

  static final class Supplying {
    private final String name;
    private final long number;

    Supplying(String name, long number) {
      this.name = Objects.requireNonNull(name, () -> "no name for " + number);
      this.number = number;
    }
  }

  static final class Computing {
    private final long number;
    private final String name;

    Computing(long number, String name) {
      if (null == name) {
        String message = String.format("no name for %d", number);
        throw new IllegalStateException(message);
      }
      this.number = number;
      this.name = name;
    }
  }

  static final class Either {
    private final String first;
    private final String second;

    Either(String first, String second) {
      if (first == null || second == null) {
        throw new NullPointerException();
      }
      this.first = first;
      this.second = second;
    }
  }

  static final class Otherwise {
    private final String name;
    private final int number;

    Otherwise(String name, int number) {
      if (name != null) {
        this.name = name;
      } else {
        throw new NullPointerException("name");
      }
      this.number = number;
    }
  }

  static final class Early extends Base {
    private final int number;

    Early(String name, int number) {
      if (name == null) {
        throw new NullPointerException("name");
      }
      super(name);
      this.number = number;
    }
  }

  static class Base {
    private final String name;

    Base(String name) {
      if (name == null) {
        throw new NullPointerException("name");
      }
      this.name = name;
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Lombok.class,
        WithAnotherException.class,
        Asserting.class,
        Supplying.class,
        Computing.class,
        Either.class,
        Otherwise.class,
        Early.class,
        Base.class
      })
  void nullChecksAreProven(Class<?> type) {
    AssigningConstructor found = find(type);
    assertNotNull(found);
    assertTrue(found.checksNulls());
    assertEquals(fields(type), found.parameters()); // declared in this order
  }

  static final class Defaulting {
    private final String name;

    Defaulting(String name) {
      if (name == null) {
        name = "";
      }
      this.name = name;
    }
  }

  static final class Choosing {
    private final String name;

    Choosing(String name) {
      this.name = name == null ? "" : name;
    }
  }

  static final class Returning {
    private @Nullable String name;

    Returning(String name) {
      if (name == null) {
        return;
      }
      this.name = name;
    }
  }

  static final class Requiring {
    private final String name;

    Requiring(String name) {
      if (name != null) {
        throw new IllegalArgumentException("name");
      }
      this.name = name;
    }
  }

  static final class Recovering {
    private String name;

    Recovering(String name) {
      try {
        if (name == null) {
          throw new NullPointerException("name");
        }
        this.name = name;
      } catch (NullPointerException e) {
        this.name = "";
      }
    }
  }

  static final class Repeating {
    private final String name;

    Repeating(String name) {
      while (name == null) {
        Thread.onSpinWait();
      }
      this.name = name;
    }
  }

  static final class Sometimes {
    private final String name;
    private final int number;

    Sometimes(String name, int number) {
      if (name == null) {
        if (number > 0) {
          throw new NullPointerException("name");
        }
      }
      this.name = name;
      this.number = number;
    }
  }

  static final class Positive {
    private final String name;
    private final int number;

    Positive(String name, int number) {
      if (name == null || number < 0) {
        throw new IllegalArgumentException("number");
      }
      this.name = name;
      this.number = number;
    }
  }

  static final class Swapping {
    private String first;
    private String second;

    Swapping(String first, String second) {
      if (first == null) {
        throw new NullPointerException("first");
      }
      this.first = first;
      this.second = second;
      if (second != null) {
        this.first = second;
      }
    }
  }

  static final class AssertingWithEffects {
    private String name = "";

    AssertingWithEffects(String name) {
      assert (this.name = name) != null;
    }
  }

  static final class AssertingMore {
    private final int number;

    AssertingMore(int number) {
      assert number > 0;
      this.number = number;
    }
  }

  static final class Replacing {
    private final String name;

    Replacing(String name) {
      this.name = Objects.requireNonNullElse(name, "");
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Defaulting.class,
        Choosing.class,
        Returning.class,
        Requiring.class,
        Recovering.class,
        Repeating.class,
        Sometimes.class,
        Positive.class,
        Swapping.class,
        AssertingWithEffects.class,
        AssertingMore.class,
        Replacing.class
      })
  void otherBranchesAreRejected(Class<?> type) {
    assertNull(find(type));
  }

  private static @Nullable AssigningConstructor find(Class<?> type) {
    return AssigningConstructor.find(type, fields(type), fields(type));
  }

  private static List<Field> fields(Class<?> type) {
    return Stream.of(type.getSuperclass(), type)
        .flatMap(each -> Arrays.stream(each.getDeclaredFields()))
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .toList();
  }
}
