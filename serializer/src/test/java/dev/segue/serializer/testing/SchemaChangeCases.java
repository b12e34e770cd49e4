// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.util.List;
import java.util.stream.Stream;

/// Cases for [SchemaChangesTest]: two versions of classes, and the changes between them.
public final class SchemaChangeCases {

  /// Two versions of classes. Classes whose names begin with `U` are not registered. `P.` in an
  /// alias stands for the prefix of binary names.
  ///
  /// @param samples Java expressions for objects of the old version
  /// @param expected the changes: the kind, and the class with the member
  public record Case(
      String name, String old, String now, List<String> samples, List<String> expected) {

    @Override
    public String toString() {
      return name;
    }
  }

  private SchemaChangeCases() {}

  public static Stream<Case> all() {
    return Stream.of(FIELDS, TYPES, CLASSES, OTHERS).flatMap(List::stream);
  }

  public static Stream<Case> withDefaults() {
    return FIELDS.stream()
        .filter(one -> one.expected.stream().anyMatch(change -> change.startsWith("DEFAULT")));
  }

  private static Case change(String name, String old, String now, String samples, String... list) {
    return new Case(name, old, now, List.of(samples.split(";")), List.of(list));
  }

  private static final List<Case> FIELDS =
      List.of(
          change("nothing", "record T(int a) {}", "record T(int a) {}", "new T(1)"),
          change(
              "reordered", "record T(int a, int b) {}", "record T(int b, int a) {}", "new T(1, 2)"),
          change(
              "gone",
              "record T(int a, String b) {}",
              "record T(int a) {}",
              "new T(1, \"b\")",
              "LOST T.b"),
          change(
              "new",
              "record T(int a) {}",
              "record T(int a, String b) {}",
              "new T(1)",
              "DEFAULT T.b"),
          change(
              "new with a default",
              "record T(int a) {}",
              "record T(int a, @DefaultValue(\"7\") long b) {}",
              "new T(1)",
              "DEFAULT T.b"),
          change(
              "another default",
              "record T(@DefaultValue(\"7\") long b) {}",
              "record T(@DefaultValue(\"8\") long b) {}",
              "new T(1)",
              "DEFAULT T.b"),
          change(
              "renamed by alias",
              "record T(int a) {}",
              "record T(@Alias(\"a\") int b) {}",
              "new T(1)",
              "RENAMED T.a"),
          change(
              "looks renamed",
              "record T(int a, String s) {}",
              "record T(int b, String s) {}",
              "new T(1, \"s\")",
              "LOOKS_RENAMED T.a"),
          change(
              "one gone, two of its type new",
              "record T(int a) {}",
              "record T(int b, int c) {}",
              "new T(1)",
              "LOOKS_RENAMED T.a",
              "DEFAULT T.b",
              "DEFAULT T.c"),
          change(
              "gone and another type new",
              "record T(int a) {}",
              "record T(String b) {}",
              "new T(1)",
              "LOST T.a",
              "DEFAULT T.b"),
          change(
              "an alias is gone",
              "record T(@Alias(\"older\") int a) {}",
              "record T(int a) {}",
              "new T(1)",
              "LOST T.a"),
          change(
              "moved to a superclass",
              "static class T { int a = 1; int b = 2; }",
              "static class B { int a; } static class T extends B { int b; }",
              "new T()",
              "COMPATIBLE B",
              "COMPATIBLE T",
              "COMPATIBLE T.a"),
          change(
              "a new superclass with a field",
              "static class T { int a = 1; }",
              "static class UB { int z; } static class T extends UB { int a; }",
              "new T()",
              "COMPATIBLE T",
              "DEFAULT T.z"),
          change(
              "a field that hides another one is removed",
              "static class UB { int a = 1; } static class T extends UB { int a = 2; }",
              "static class UB { int a = 1; } static class T extends UB { }",
              "new T()",
              "LOST T.a"),
          change(
              "a record becomes a class",
              "record T(int a) {}",
              "static class T { int a; }",
              "new T(1)",
              "COMPATIBLE T"),
          change(
              "fields of a throwable",
              "static class T extends RuntimeException { int a = 1; int b = 2; String c = \"c\"; }",
              "static class T extends RuntimeException { long a; @Alias(\"c\") String d; }",
              "new T()",
              "WIDENED T.a",
              "LOST T.b",
              "RENAMED T.c"));

  private static final List<Case> TYPES =
      List.of(
          change(
              "int, long", "record T(int a) {}", "record T(long a) {}", "new T(1)", "WIDENED T.a"),
          change(
              "long, int",
              "record T(long a) {}",
              "record T(int a) {}",
              "new T(1)",
              "INCOMPATIBLE T.a"),
          change(
              "int, float",
              "record T(int a) {}",
              "record T(float a) {}",
              "new T(1)",
              "INCOMPATIBLE T.a"),
          change(
              "char, int",
              "record T(char a) {}",
              "record T(int a) {}",
              "new T('c')",
              "WIDENED T.a"),
          change(
              "int, Long", "record T(int a) {}", "record T(Long a) {}", "new T(1)", "WIDENED T.a"),
          change(
              "Integer, int",
              "record T(Integer a) {}",
              "record T(int a) {}",
              "new T(1);new T(null)",
              "INCOMPATIBLE T.a"),
          change(
              "int, Number",
              "record T(int a) {}",
              "record T(Number a) {}",
              "new T(1)",
              "WIDENED T.a"),
          change(
              "int, BigDecimal",
              "record T(int a) {}",
              "record T(java.math.BigDecimal a) {}",
              "new T(1)",
              "WIDENED T.a"),
          change(
              "double, BigDecimal",
              "record T(double a) {}",
              "record T(java.math.BigDecimal a) {}",
              "new T(1)",
              "INCOMPATIBLE T.a"),
          change(
              "BigInteger, BigDecimal",
              "record T(java.math.BigInteger a) {}",
              "record T(java.math.BigDecimal a) {}",
              "new T(java.math.BigInteger.TEN)",
              "INCOMPATIBLE T.a"),
          change(
              "PriorityQueue<BigInteger>, PriorityQueue<BigDecimal>",
              "record T(PriorityQueue<java.math.BigInteger> a) {}",
              "record T(PriorityQueue<java.math.BigDecimal> a) {}",
              "new T(new PriorityQueue<>(List.of(java.math.BigInteger.TEN)))",
              "WIDENED T.a"),
          change(
              "String, int",
              "record T(String a) {}",
              "record T(int a) {}",
              "new T(\"1\")",
              "INCOMPATIBLE T.a"),
          change(
              "String, CharSequence",
              "record T(String a) {}",
              "record T(CharSequence a) {}",
              "new T(\"1\")",
              "WIDENED T.a"),
          change(
              "CharSequence, String",
              "record T(CharSequence a) {}",
              "record T(String a) {}",
              "new T(\"1\");new T(new StringBuilder())",
              "INCOMPATIBLE T.a"),
          change(
              "Object, String",
              "record T(Object a) {}",
              "record T(String a) {}",
              "new T(\"1\");new T(1)",
              "INCOMPATIBLE T.a"),
          change(
              "Object, long",
              "record T(Object a) {}",
              "record T(long a) {}",
              "new T(1);new T(\"1\")",
              "INCOMPATIBLE T.a"),
          change(
              "Instant, Temporal",
              "record T(java.time.Instant a) {}",
              "record T(java.time.temporal.Temporal a) {}",
              "new T(java.time.Instant.EPOCH)",
              "WIDENED T.a"),
          change(
              "Instant, LocalDate",
              "record T(java.time.Instant a) {}",
              "record T(java.time.LocalDate a) {}",
              "new T(java.time.Instant.EPOCH)",
              "INCOMPATIBLE T.a"),
          change(
              "Instant, String",
              "record T(java.time.Instant a) {}",
              "record T(String a) {}",
              "new T(java.time.Instant.EPOCH)",
              "INCOMPATIBLE T.a"),
          change(
              "Integer, Comparable<Long>",
              "record T(Integer a) {}",
              "record T(Comparable<Long> a) {}",
              "new T(1)",
              "WIDENED T.a"),
          change(
              "Comparable<Integer>, Comparable<Long>",
              "record T(Comparable<Integer> a) {}",
              "record T(Comparable<Long> a) {}",
              "new T(1)",
              "INCOMPATIBLE T.a"),
          change(
              "Integer, Comparable<Integer>",
              "record T(Integer a) {}",
              "record T(Comparable<Integer> a) {}",
              "new T(1)",
              "WIDENED T.a"),
          change(
              "int[], long[]",
              "record T(int[] a) {}",
              "record T(long[] a) {}",
              "new T(new int[] {1})",
              "WIDENED T.a"),
          change(
              "int[], List<Integer>",
              "record T(int[] a) {}",
              "record T(List<Integer> a) {}",
              "new T(new int[] {1, 1})",
              "WIDENED T.a"),
          change(
              "int[], Set<Integer>",
              "record T(int[] a) {}",
              "record T(Set<Integer> a) {}",
              "new T(new int[] {1, 1})",
              "LOST T.a"),
          change(
              "Integer[], int[]",
              "record T(Integer[] a) {}",
              "record T(int[] a) {}",
              "new T(new Integer[] {null})",
              "INCOMPATIBLE T.a"),
          change(
              "String[], Object",
              "record T(String[] a) {}",
              "record T(Object a) {}",
              "new T(new String[] {null})",
              "WIDENED T.a"),
          change(
              "List<String>, Set<String>",
              "record T(List<String> a) {}",
              "record T(Set<String> a) {}",
              "new T(List.of(\"a\", \"a\"))",
              "LOST T.a"),
          change(
              "Set<String>, List<String>",
              "record T(Set<String> a) {}",
              "record T(List<String> a) {}",
              "new T(Set.of(\"a\"))",
              "WIDENED T.a"),
          change(
              "List<Integer>, List<Long>",
              "record T(List<Integer> a) {}",
              "record T(List<Long> a) {}",
              "new T(Arrays.asList(1, null))",
              "WIDENED T.a"),
          change(
              "List<Long>, List<Integer>",
              "record T(List<Long> a) {}",
              "record T(List<Integer> a) {}",
              "new T(List.of(1L))",
              "INCOMPATIBLE T.a"),
          change(
              "List, List<String>",
              "record T(List<?> a) {}",
              "record T(List<String> a) {}",
              "new T(List.of(1))",
              "INCOMPATIBLE T.a"),
          change(
              "List<String>, Deque<String>",
              "record T(List<String> a) {}",
              "record T(Deque<String> a) {}",
              "new T(List.of(\"a\"));new T(Arrays.asList(\"a\", null))",
              "INCOMPATIBLE T.a"),
          change(
              "ArrayList, Collection",
              "record T(ArrayList<String> a) {}",
              "record T(Collection<String> a) {}",
              "new T(new ArrayList<>(Arrays.asList(\"a\", null)))",
              "WIDENED T.a"),
          change(
              "ArrayList, AbstractList",
              "record T(ArrayList<String> a) {}",
              "record T(AbstractList<String> a) {}",
              "new T(new ArrayList<>())",
              "INCOMPATIBLE T.a"),
          change(
              "HashSet, TreeSet",
              "record T(HashSet<Object> a) {}",
              "record T(TreeSet<Object> a) {}",
              "new T(new HashSet<>(Set.of(new Object())))",
              "INCOMPATIBLE T.a"),
          change(
              "SortedSet, TreeSet",
              "record T(SortedSet<String> a) {}",
              "record T(TreeSet<Object> a) {}",
              "new T(new TreeSet<>(Set.of(\"a\")))",
              "WIDENED T.a"),
          change(
              "Map, TreeMap",
              "record T(Map<Integer, String> a) {}",
              "record T(TreeMap<Long, String> a) {}",
              "new T(new HashMap<>(Map.of(1, \"a\")));new T(new HashMap<>(Collections.singletonMap(null, \"a\")))",
              "INCOMPATIBLE T.a"),
          change(
              "Map, Map",
              "record T(Map<Integer, String> a) {}",
              "record T(Map<Long, CharSequence> a) {}",
              "new T(Map.of(1, \"a\"))",
              "WIDENED T.a"),
          change(
              "Map, List",
              "record T(Map<Integer, String> a) {}",
              "record T(List<String> a) {}",
              "new T(Map.of(1, \"a\"))",
              "INCOMPATIBLE T.a"),
          change(
              "PriorityQueue<Integer>, PriorityQueue<Long>",
              "record T(PriorityQueue<Integer> a) {}",
              "record T(PriorityQueue<Long> a) {}",
              "new T(new PriorityQueue<>(List.of(1)))",
              "WIDENED T.a"),
          change(
              "Vector<Integer>, List<Long>",
              "record T(Vector<Integer> a) {}",
              "record T(List<Long> a) {}",
              "new T(new Vector<>(List.of(1)))",
              "WIDENED T.a"),
          change(
              "AtomicReference<Integer>, AtomicReference<Long>",
              "record T(java.util.concurrent.atomic.AtomicReference<Integer> a) {}",
              "record T(java.util.concurrent.atomic.AtomicReference<Long> a) {}",
              "new T(new java.util.concurrent.atomic.AtomicReference<>(1))",
              "WIDENED T.a"),
          change(
              "Optional<Integer>, Optional<Long>",
              "record T(Optional<Integer> a) {}",
              "record T(Optional<Long> a) {}",
              "new T(Optional.of(1))",
              "WIDENED T.a"),
          change(
              "Optional<String>, Set<String>",
              "record T(Optional<String> a) {}",
              "record T(Set<String> a) {}",
              "new T(Optional.of(\"a\"))",
              "WIDENED T.a"),
          change(
              "List<String>, Optional<String>",
              "record T(List<String> a) {}",
              "record T(Optional<String> a) {}",
              "new T(List.of(\"a\"))",
              "INCOMPATIBLE T.a"));

  private static final List<Case> CLASSES =
      List.of(
          change(
              "a new class",
              "record T(int a) {}",
              "record T(int a) {} record N(int b) {}",
              "new T(1)",
              "COMPATIBLE N"),
          change(
              "a class is gone",
              "record T(int a) {} record G(int b) {}",
              "record T(int a) {}",
              "new G(1)",
              "INCOMPATIBLE G"),
          change(
              "a class is gone with its field",
              "record T(int a, G g) {} record G(int b) {}",
              "record T(int a) {}",
              "new T(1, new G(2));new G(1)",
              "INCOMPATIBLE G",
              "LOST T.g"),
          change(
              "a class is renamed",
              "record O(int a) {} record T(O o, List<O> l) {}",
              "@Alias(\"P.O\") record N(int a) {} record T(N o, List<N> l) {}",
              "new T(new O(1), List.of(new O(2)));new O(1)",
              "RENAMED O"),
          change(
              "a class looks renamed",
              "record O(int a, String b) {}",
              "record N(int a, String b) {}",
              "new O(1, null)",
              "LOOKS_RENAMED O"),
          change(
              "a field of a superclass's type",
              "static class A { int x; } static class B extends A {} record T(B b) {}",
              "static class A { int x; } static class B extends A {} record T(A b) {}",
              "new T(new B())",
              "WIDENED T.b"),
          change(
              "a field of a subclass's type",
              "static class A { int x; } static class B extends A {} record T(A b) {}",
              "static class A { int x; } static class B extends A {} record T(B b) {}",
              "new T(new A())",
              "INCOMPATIBLE T.b"),
          change(
              "a class leaves an interface",
              "interface UI {} record A(int x) implements UI {} record T(UI i) {}",
              "interface UI {} record A(int x) {} record T(UI i) {}",
              "new T(new A(1))",
              "COMPATIBLE A",
              "INCOMPATIBLE T.i"),
          change(
              "a class leaves a superclass",
              "static class A { int x; } static class B extends A {} record T(A b) {}",
              "static class A { int x; } static class B {int x; } record T(A b) {}",
              "new T(new B())",
              "COMPATIBLE B",
              "COMPATIBLE B.x",
              "INCOMPATIBLE T.b"),
          change(
              "a class joins an interface",
              "interface UI {} record A(int x) {}",
              "interface UI {} record A(int x) implements UI {}",
              "new A(1)",
              "COMPATIBLE A"),
          change(
              "another interface that all implement",
              "sealed interface UI permits A, B {} record A(int x) implements UI {} record B() implements UI {} record T(UI i) {}",
              "interface UJ {} record A(int x) implements UJ {} record B() implements UJ {} record T(UJ i) {}",
              "new T(new A(1));new T(new B())",
              "COMPATIBLE A",
              "COMPATIBLE B",
              "WIDENED T.i"),
          change(
              "a sealed interface loses a class",
              "sealed interface UI permits A, B {} record A(int x) implements UI {} record B(String s) implements UI {} record T(UI i) {}",
              "sealed interface UI permits A {} record A(int x) implements UI {} record T(UI i) {}",
              "new T(new A(1));new T(new B(\"b\"))",
              "INCOMPATIBLE B"),
          change(
              "a bean becomes an interface",
              "record A(int x) {} record T(A a) {}",
              "interface UI {} record A(int x) implements UI {} record T(UI a) {}",
              "new T(new A(1))",
              "COMPATIBLE A",
              "WIDENED T.a"),
          change(
              "unrelated classes",
              "record A(int x) {} record B(String x) {} record T(A a) {}",
              "record A(int x) {} record B(String x) {} record T(B a) {}",
              "new T(new A(1))",
              "INCOMPATIBLE T.a"),
          change(
              "a class becomes a list",
              "static class T { int a = 1; }",
              "static class T extends ArrayList<String> { int a; }",
              "new T()",
              "INCOMPATIBLE T"),
          change(
              "a class becomes externalizable",
              "static class T { int a = 1; }",
              "public static class T implements java.io.Externalizable { public T() {} public void writeExternal(java.io.ObjectOutput o) {} public void readExternal(java.io.ObjectInput i) {} }",
              "new T()",
              "INCOMPATIBLE T"),
          change(
              "elements of a list of one's own",
              "static class T extends ArrayList<Integer> { T(int a) { add(a); } T() {} }",
              "static class T extends ArrayList<Long> {}",
              "new T(1)",
              "COMPATIBLE T",
              "WIDENED T"),
          change(
              "narrower elements of a list of one's own",
              "static class T extends ArrayList<Long> { T(long a) { add(a); } T() {} }",
              "static class T extends ArrayList<Integer> {}",
              "new T(1)",
              "COMPATIBLE T",
              "INCOMPATIBLE T"),
          change(
              "a type argument of a superclass",
              "static class UB<E> { E e; } static class T extends UB<Integer> { { e = 1; } }",
              "static class UB<E> { E e; } static class T extends UB<Long> {}",
              "new T()",
              "COMPATIBLE T",
              "WIDENED T.e"),
          change(
              "a type argument of a field",
              "static class P<E> { E e; P(E e) { this.e = e; } P() {} } record T(P<Integer> p) {}",
              "static class P<E> { E e; } record T(P<Long> p) {}",
              "new T(new P<>(1))",
              "INCOMPATIBLE T.p"),
          change(
              "a wider type argument of a field",
              "static class P<E> { E e; P(E e) { this.e = e; } P() {} } record T(P<Integer> p) {}",
              "static class P<E> { E e; } record T(P<Number> p) {}",
              "new T(new P<>(1))",
              "WIDENED T.p"),
          change(
              "an array of a renamed class",
              "record O(int a) {} record T(O[] o) {}",
              "@Alias(\"P.O\") record N(int a) {} record T(N[] o) {}",
              "new T(new O[] {new O(1)})",
              "RENAMED O"),
          change(
              "a constant is gone",
              "enum E {A, B} record T(E e) {}",
              "enum E {A} record T(E e) {}",
              "new T(E.A);new T(E.B)",
              "INCOMPATIBLE E.B"),
          change(
              "a constant is new",
              "enum E {A} record T(E e) {}",
              "enum E {B, A} record T(E e) {}",
              "new T(E.A)",
              "COMPATIBLE E.B"),
          change(
              "a constant is renamed",
              "enum E {A, B} record T(E e) {}",
              "enum E {A, @Alias(\"B\") C} record T(E e) {}",
              "new T(E.A);new T(E.B)",
              "RENAMED E.B"),
          change(
              "a constant looks renamed",
              "enum E {A, B} record T(E e) {}",
              "enum E {A, C} record T(E e) {}",
              "new T(E.A);new T(E.B)",
              "LOOKS_RENAMED E.B"),
          change(
              "constants in another order",
              "enum E {A, B} record T(E e) {}",
              "enum E {B, A} record T(E e) {}",
              "new T(E.A);new T(E.B)"),
          change(
              "a constant of an enum that is not registered",
              "enum UE {A, B} record T(UE e) {}",
              "enum UE {A} record T(UE e) {}",
              "new T(UE.A);new T(UE.B)",
              "INCOMPATIBLE UE.B"),
          change(
              "an enum becomes a text",
              "enum E {A} record T(E e) {}",
              "enum E {A} record T(String e) {}",
              "new T(E.A)",
              "WIDENED T.e"),
          change(
              "an enum becomes another",
              "enum E {A} enum F {A} record T(E e) {}",
              "enum E {A} enum F {A} record T(F e) {}",
              "new T(E.A)",
              "INCOMPATIBLE T.e"),
          change(
              "an enum becomes an object",
              "enum E {A} record T(E e) {}",
              "enum E {A} record T(Object e) {}",
              "new T(E.A)",
              "WIDENED T.e"),
          change(
              "an enum that is not registered becomes an object",
              "enum UE {A} record T(UE e) {}",
              "record T(Object e) {}",
              "new T(UE.A)",
              "INCOMPATIBLE T.e"),
          change(
              "an enum is renamed",
              "enum UE {A} record T(UE e) {}",
              "@Alias(\"P.UE\") enum UF {A} record T(UF e) {}",
              "new T(UE.A)",
              "RENAMED UE"));

  /// With surrogates, registered arrays and options, which public static methods of the holder
  /// return.
  private static final List<Case> OTHERS =
      List.of(
          change(
              "a surrogate with a new field",
              "record M(int a) {} static class UT { int x = 1; }"
                  + " public static TypeSurrogate<?, ?> s() { return"
                  + " TypeSurrogate.of(UT.class, M.class, t -> new M(t.x), m -> new UT()); }",
              "record M(int a, int b) {} static class UT { int x = 1; }"
                  + " public static TypeSurrogate<?, ?> s() { return"
                  + " TypeSurrogate.of(UT.class, M.class, t -> new M(t.x, 2), m -> new UT()); }",
              "new UT()",
              "DEFAULT M.b"),
          change(
              "another surrogate",
              "static class UT { int x = 1; }"
                  + " public static TypeSurrogate<?, ?> s() { return"
                  + " TypeSurrogate.of(UT.class, String.class, t -> \"a\", m -> new UT()); }",
              "static class UT { int x = 1; }"
                  + " public static TypeSurrogate<?, ?> s() { return"
                  + " TypeSurrogate.of(UT.class, Integer.class, t -> 1, (Integer m) -> new UT()); }",
              "new UT()",
              "INCOMPATIBLE UT"),
          change(
              "a class gets a surrogate",
              "static class T { int x = 1; }",
              "static class UT { int x = 1; } @Alias(\"P.T\") static class UV { int x = 1; }"
                  + " public static TypeSurrogate<?, ?> s() { return"
                  + " TypeSurrogate.of(UV.class, Integer.class, t -> 1, m -> new UV()); }",
              "new T()",
              "RENAMED T",
              "INCOMPATIBLE T"),
          change(
              "a registered array is gone",
              "record T(int a) {} public static Class<?> more() { return T[].class; }",
              "record T(int a) {}",
              "new T[] {new T(1)}",
              "INCOMPATIBLE T[]"),
          change(
              "an array of a class with a new field",
              "record T(int a) {} public static Class<?> more() { return T[].class; }",
              "record T(long a) {} public static Class<?> more() { return T[].class; }",
              "new T[] {new T(1)}",
              "WIDENED T.a"),
          change(
              "an enum is only declared now",
              "enum UE {A} record T(UE e, Object o) {}"
                  + " public static Class<?> more() { return UE.class; }",
              "enum UE {A} record T(UE e, Object o) {}",
              "new T(UE.A, UE.A)",
              "INCOMPATIBLE UE"),
          change(
              "a constant is gone and read as null",
              "enum E {A, B} record T(E e) {}",
              "enum E {A} record T(E e) {}"
                  + " public static UnknownTypes u() { return UnknownTypes.NULL; }",
              "new T(E.B)",
              "LOST E.B"),
          change(
              "a class is gone and read as null",
              "record G(int a) {} record T(G g) {}",
              "record T(Object g) {}"
                  + " public static UnknownTypes u() { return UnknownTypes.NULL; }",
              "new T(new G(1))",
              "LOST G",
              "COMPATIBLE T.g"),
          change(
              "a constant is gone and cannot be kept",
              "enum E {A, B} record T(E e) {}",
              "enum E {A} record T(E e) {}"
                  + " public static UnknownTypes u() { return UnknownTypes.KEEP; }",
              "new T(E.B)",
              "INCOMPATIBLE E.B"));
}
