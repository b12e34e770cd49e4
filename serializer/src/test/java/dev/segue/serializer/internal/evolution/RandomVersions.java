// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.testing.MadeUpBean;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/// Two versions of a class `Thing` and of a class `Part` that it uses, generated from a seed, with
/// the same names in separate class loaders. A field of the second version has the type of the
/// first, or a wider one; each version can have fields that the other lacks.
final class RandomVersions {

  private static final String THING = "made.up.Thing";
  private static final String PART = "made.up.Part";

  /// Types, each of which can hold all values of the previous ones.
  private static final List<List<Class<?>>> CHAINS =
      List.of(
          List.of(byte.class, short.class, int.class, long.class),
          List.of(char.class, int.class, long.class, Long.class),
          List.of(float.class, double.class, Double.class),
          List.of(Short.class, Integer.class, Long.class, java.math.BigInteger.class),
          List.of(boolean.class, Boolean.class, Object.class),
          List.of(String.class, CharSequence.class, Object.class),
          List.of(int[].class, long[].class),
          List.of(List.class, java.util.Collection.class, Object.class),
          List.of(String[].class, List.class),
          List.of(double.class));

  /// @param name the name of the field
  /// @param chain the types that it can have; null for a part
  /// @param type the index of its type
  private record Member(String name, List<Class<?>> chain, int type) {}

  final Class<?> oldThing;
  final Class<?> oldPart;
  final Class<?> newThing;
  final Class<?> newPart;

  /// Whether the first version can hold the values that the second writes.
  final boolean isReversible;

  private final Random random;
  private boolean inPart;

  RandomVersions(long seed) {
    this.random = new Random(seed);
    Map<String, Member> thing = members(12, true);
    Map<String, Member> part = members(4, false);
    Map<String, Member> thingNow = change(thing);
    Map<String, Member> partNow = change(part);
    Loader before = new Loader(thing, part);
    Loader now = new Loader(thingNow, partNow);
    oldThing = before.load(THING);
    oldPart = before.load(PART);
    newThing = now.load(THING);
    newPart = now.load(PART);
    isReversible = isReversible(thing, thingNow) && isReversible(part, partNow);
  }

  private Map<String, Member> members(int most, boolean withParts) {
    Map<String, Member> members = new HashMap<>();
    int count = random.nextInt(most + 1);
    for (int i = 0; i < count; i++) {
      add(members, "f" + i, withParts);
    }
    return members;
  }

  private void add(Map<String, Member> members, String name, boolean withParts) {
    if (withParts && random.nextInt(5) == 0) {
      members.put(name, new Member(name, List.of(), random.nextInt(2)));
      return;
    }
    List<Class<?>> chain = CHAINS.get(random.nextInt(CHAINS.size()));
    members.put(name, new Member(name, chain, random.nextInt(chain.size())));
  }

  private Map<String, Member> change(Map<String, Member> members) {
    Map<String, Member> changed = new HashMap<>();
    members
        .values()
        .forEach(member -> {
          if (random.nextInt(4) > 0) {
            int left = member.chain.isEmpty() ? 1 : member.chain.size() - member.type;
            int wider =
                member.chain.isEmpty() ? 0 : random.nextInt(4) > 0 ? 0 : random.nextInt(left);
            changed.put(member.name, new Member(member.name, member.chain, member.type + wider));
          }
        });
    for (int i = random.nextInt(4); i > 0; i--) {
      add(changed, "n" + i, false);
    }
    return changed;
  }

  private static boolean isReversible(Map<String, Member> before, Map<String, Member> now) {
    return now.values().stream()
        .allMatch(member -> {
          Member old = before.get(member.name);
          return old == null || old.type == member.type;
        });
  }

  /// An instance with all fields filled.
  Object make(Class<?> thing) {
    try {
      Object made = thing.getConstructor().newInstance();
      for (Field field : thing.getFields()) {
        field.set(made, value(field.getType(), thing.getClassLoader()));
      }
      return made;
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a made-up class", e);
    }
  }

  private Object value(Class<?> type, ClassLoader loader) {
    if (type.getName().equals(PART)) {
      inPart = true;
      Object part = make(type);
      inPart = false;
      return part;
    }
    if (type == List.class || type == java.util.Collection.class) {
      Object parts = inPart ? "no parts of a part" : parts(loader);
      return new ArrayList<>(List.of("x", random.nextInt(100), parts));
    }
    int number = random.nextInt(1, 100);
    if (type.isArray()) {
      Object array = Array.newInstance(type.componentType(), random.nextInt(4));
      for (int i = 0; i < Array.getLength(array); i++) {
        Array.set(array, i, value(type.componentType(), loader));
      }
      return array;
    }
    return switch (type.getSimpleName()) {
      case "byte" -> (byte) number;
      case "short", "Short" -> (short) number;
      case "char" -> (char) number;
      case "int", "Integer" -> number;
      case "long", "Long" -> (long) number;
      case "float" -> (float) number;
      case "double", "Double" -> (double) number;
      case "BigInteger" -> java.math.BigInteger.valueOf(number);
      case "boolean", "Boolean" -> random.nextBoolean();
      default -> "text " + number;
    };
  }

  private Object parts(ClassLoader loader) {
    inPart = true;
    try {
      return new ArrayList<>(List.of(make(loader.loadClass(PART))));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    } finally {
      inPart = false;
    }
  }

  /// The values of the fields that another class also has, with numbers in a comparable form.
  static Object content(Object value, Class<?> other) {
    return switch (value) {
      case Number number -> new BigDecimal(number.toString()).stripTrailingZeros();
      case Character character -> new BigDecimal((int) character).stripTrailingZeros();
      case CharSequence text -> text.toString();
      case Boolean bool -> bool;
      case java.util.Collection<?> list -> {
        List<Object> contents = new ArrayList<>();
        list.forEach(element -> contents.add(content(element, other)));
        yield contents;
      }
      case Object array when array.getClass().isArray() -> {
        List<Object> contents = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
          contents.add(content(Array.get(array, i), other));
        }
        yield contents;
      }
      default -> fields(value, other);
    };
  }

  private static Object fields(Object object, Class<?> other) {
    Map<String, Object> contents = new TreeMap<>();
    try {
      Class<?> counterpart = other.getClassLoader().loadClass(object.getClass().getName());
      for (Field field : object.getClass().getFields()) {
        for (Field theirs : counterpart.getFields()) {
          if (theirs.getName().equals(field.getName())) {
            contents.put(
                field.getName(), content(Objects.requireNonNull(field.get(object)), other));
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("a made-up class", e);
    }
    return contents;
  }

  private static final class Loader extends ClassLoader {

    private final Map<String, byte[]> classes = new HashMap<>();

    Loader(Map<String, Member> thing, Map<String, Member> part) {
      super(RandomVersions.class.getClassLoader());
      classes.put(THING, classFile(THING, thing));
      classes.put(PART, classFile(PART, part));
    }

    private static byte[] classFile(String name, Map<String, Member> members) {
      Map<String, ClassDesc> fields = new LinkedHashMap<>();
      members.values().forEach(member -> fields.put(member.name, type(member)));
      return MadeUpBean.classFile(name, fields);
    }

    private static ClassDesc type(Member member) {
      return member.chain.isEmpty()
          ? member.type == 0 ? ClassDesc.of(PART) : ConstantDescs.CD_Object
          : member.chain.get(member.type).describeConstable().orElseThrow();
    }

    Class<?> load(String name) {
      try {
        return loadClass(name);
      } catch (ClassNotFoundException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
