// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/// Classes generated from a seed, with one object of each class.
///
/// They expose libraries that are tuned only to the objects in the tables.
///
/// @param types the classes
/// @param objects one of each class, in the same order
public record UnseenClasses(List<Class<?>> types, List<Object> objects) {
  /// The number of classes.
  public static final int COUNT = 24;

  private static final Map<Long, List<Class<?>>> TYPES = new ConcurrentHashMap<>();

  /// Defines the classes, and fills an object of each.
  public static UnseenClasses of(long seed) {
    List<Class<?>> types = types(seed, COUNT);
    var random = new Random(seed);
    return new UnseenClasses(types, types.stream().map(type -> object(random, type)).toList());
  }

  /// Defines the classes of a seed; the same number of classes each time.
  static List<Class<?>> types(long seed, int count) {
    return TYPES.computeIfAbsent(seed, key -> UnseenTypes.define(key, count));
  }

  private static Object object(Random random, Class<?> type) {
    try {
      Object object = type.getConstructor().newInstance();
      for (Field field : type.getFields()) {
        field.set(object, value(random, field));
      }
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object value(Random random, Field field) {
    Class<?> type = field.getType();
    if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), random.nextInt(20));
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, single(random, type.getComponentType()));
      }
      return array;
    }
    if (field.getGenericType() instanceof ParameterizedType list) {
      var element = (Class<?>) list.getActualTypeArguments()[0];
      var values = new ArrayList<Object>();
      for (int left = random.nextInt(5); left > 0; left--) {
        values.add(single(random, element));
      }
      return values;
    }
    return single(random, type);
  }

  private static Object single(Random random, Class<?> type) {
    return switch (type.getSimpleName()) {
      case "int", "Integer" -> random.nextInt();
      case "long", "Long" -> random.nextLong();
      case "double", "Double" -> random.nextDouble();
      case "float", "Float" -> random.nextFloat();
      case "short", "Short" -> (short) random.nextInt();
      case "char", "Character" -> (char) random.nextInt(0xD800);
      case "boolean", "Boolean" -> random.nextBoolean();
      case "byte" -> (byte) random.nextInt();
      case "String" -> text(random);
      default -> object(random, type);
    };
  }

  /// Generates a text that is mostly ASCII, with some characters beyond Latin-1.
  private static String text(Random random) {
    int length = random.nextInt(40);
    int alphabet = random.nextInt(10) == 0 ? 0x2000 : 95;
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) (' ' + random.nextInt(alphabet)));
    }
    return text.toString();
  }
}
