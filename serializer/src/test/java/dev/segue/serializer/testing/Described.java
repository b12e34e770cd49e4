// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Describes values as text that includes the class of each part.
public final class Described {

  private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();

  private Described() {}

  public static String of(@Nullable Object value) {
    return new Described().text(value);
  }

  private String text(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String name = value.getClass().getSimpleName();
    String parts =
        switch (value) {
          case Map<?, ?> map ->
              map.entrySet().stream()
                  .map(entry -> text(entry.getKey()) + "=" + text(entry.getValue()))
                  .toList()
                  .toString();
          case BlockingQueue<?> queue -> list(queue) + (queue.size() + queue.remainingCapacity());
          case HashSet<?> set when value.getClass() == HashSet.class ->
              set.stream().map(this::text).sorted().toList().toString();
          case Collection<?> list -> list(list);
          case Object[] array -> list(Arrays.asList(array));
          case Map.Entry<?, ?> entry -> text(entry.getKey()) + "=" + text(entry.getValue());
          case Optional<?> optional -> text(optional.orElse(null));
          case AtomicReference<?> reference -> text(reference.get());
          case AtomicReferenceArray<?> array ->
              IntStream.range(0, array.length()).mapToObj(i -> text(array.get(i))).toList() + "";
          case AtomicStampedReference<?> reference ->
              text(reference.getReference()) + reference.getStamp();
          case AtomicMarkableReference<?> reference ->
              text(reference.getReference()) + reference.isMarked();
          default -> "";
        };
    boolean isOfTheJdk = Shapes.innermost(value.getClass()).getName().startsWith("java.");
    return isOfTheJdk ? name + (parts.isEmpty() ? " " + value : parts) : name + parts + own(value);
  }

  private String list(Collection<?> list) {
    return list.stream().map(this::text).collect(Collectors.joining(", ", "[", "]"));
  }

  private String own(Object value) {
    if (seen.put(value, value) != null) {
      return "(again)";
    }
    StringBuilder text = new StringBuilder("{");
    for (Class<?> c = value.getClass(); !c.getName().startsWith("java."); c = c.getSuperclass()) {
      if (c.isEnum()) {
        return " " + value;
      }
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getName().equals("more")) {
          field.setAccessible(true);
          try {
            text.append(field.getName()).append('=').append(text(field.get(value))).append(' ');
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
    return text.append('}').toString();
  }
}
