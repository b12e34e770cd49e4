// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.GrowableBuffer;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeSurrogate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// User code that runs while an object is written runs only once, for any length and any
/// destination of the payload, since it might not give the same result twice.
@SuppressWarnings({"NullAway", "serial", "JdkObsolete"})
class HooksRunOnceTest {

  private static final int SEVERAL = 40;

  /// Returns the queued elements and removes them.
  static final class Outbox implements Externalizable {
    private final ArrayDeque<String> queue = new ArrayDeque<>();

    Outbox() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeInt(queue.size());
      for (String text = queue.poll(); text != null; text = queue.poll()) {
        out.writeUTF(text);
      }
      out.writeObject(new Ticket(7));
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      for (int left = in.readInt(); left > 0; left--) {
        queue.add(in.readUTF());
      }
      queue.add(String.valueOf(((Ticket) in.readObject()).number));
    }
  }

  /// Replaces itself with a new object each time, which has its own hook.
  static final class Ticket implements Serializable {
    private final int number;
    private transient int replaced;

    Ticket(int number) {
      this.number = number;
    }

    Object writeReplace() {
      return new Stub(number * 100 + ++replaced);
    }
  }

  static final class Stub implements Serializable {
    private final int code;

    Stub(int code) {
      this.code = code;
    }

    Object writeReplace() {
      return this;
    }

    Object readResolve() {
      return new Ticket(code);
    }
  }

  /// A class without fields.
  static class Account {
    private final transient int number;
    private transient int calls;

    Account(int number) {
      this.number = number;
    }

    List<Object> state() {
      calls++;
      return List.of(number, calls, new Ticket(number));
    }
  }

  static final class Ledger implements Serializable {
    private transient int calls;
    private transient int read;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(++calls);
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException {
      read = in.readInt();
    }
  }

  /// Returns each element once, and its size once.
  static final class Drained extends ArrayList<Object> {
    private transient int sizes;

    Drained() {}

    @Override
    public int size() {
      sizes++;
      return super.size();
    }

    @Override
    public Iterator<Object> iterator() {
      int all = super.size();
      return new Iterator<>() {
        private int given;

        @Override
        public boolean hasNext() {
          return given < all;
        }

        @Override
        public Object next() {
          given++;
          return removeFirst();
        }
      };
    }
  }

  /// Uses one entry object for all entries.
  static final class Counted extends LinkedHashMap<String, Object> {
    private transient int asked;

    Counted() {}

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      asked++;
      return super.entrySet();
    }
  }

  /// May change during the write, so its elements are copied first.
  static final class Shared extends Vector<Object> {
    private transient int taken;

    Shared() {}

    @Override
    public synchronized Object[] toArray() {
      taken++;
      return super.toArray();
    }
  }

  /// Longer than any array that exists at first.
  record Envelope(String text, List<Object> hooked, String more, List<String> many, Object last) {}

  private record Fixture(
      Envelope envelope, Drained drained, Counted counted, Shared shared, Account account) {

    /// @param bytes the approximate length of the payload
    static Fixture of(int bytes) {
      Outbox outbox = new Outbox();
      outbox.queue.addAll(List.of("one", "two"));
      Account account = new Account(1);
      Drained drained = new Drained();
      drained.addAll(List.of("a", "b", new Ticket(3), "c"));
      Counted counted = new Counted();
      counted.put("k", new Ticket(4));
      counted.put("l", "v");
      Shared shared = new Shared();
      shared.addAll(List.of("x", "y"));
      List<Object> hooked = new ArrayList<>();
      Collections.addAll(hooked, outbox, new Ticket(2), account, new Ledger(), drained);
      for (int i = 0; i < SEVERAL; i++) {
        hooked.add(i % 2 == 0 ? new Ticket(10 + i) : new Account(10 + i));
      }
      List<String> many = new ArrayList<>(Collections.nCopies(bytes / 100, "z".repeat(90)));
      Collections.addAll(hooked, counted, shared);
      return new Fixture(
          new Envelope("begin", hooked, "middle", many, new Ticket(5)),
          drained,
          counted,
          shared,
          account);
    }

    void check(Envelope read, int bytes) {
      assertEquals(List.of("one", "two", "701"), List.copyOf(((Outbox) read.hooked.get(0)).queue));
      assertEquals(201, ((Ticket) read.hooked.get(1)).number);
      assertEquals(1, ((Account) read.hooked.get(2)).number);
      assertEquals(1, ((Ledger) read.hooked.get(3)).read);
      Object[] elements = ((Drained) read.hooked.get(4)).toArray();
      assertEquals("a", elements[0]);
      assertEquals("b", elements[1]);
      assertEquals(301, ((Ticket) elements[2]).number);
      assertEquals("c", elements[3]);
      for (int i = 0; i < SEVERAL; i++) {
        Object one = read.hooked.get(5 + i);
        assertEquals(
            i % 2 == 0 ? (10 + i) * 100 + 1 : 10 + i,
            one instanceof Ticket ticket ? ticket.number : ((Account) one).number);
      }
      Map<?, ?> map = (Map<?, ?>) read.hooked.get(5 + SEVERAL);
      assertEquals(401, ((Ticket) map.get("k")).number);
      assertEquals("v", map.get("l"));
      assertEquals(List.of("x", "y"), List.copyOf((List<?>) read.hooked.get(6 + SEVERAL)));
      assertEquals(501, ((Ticket) read.last).number);
      assertEquals(Collections.nCopies(bytes / 100, "z".repeat(90)), read.many);
      assertEquals(1, account.calls);
      assertEquals(1, counted.asked);
      assertEquals(1, shared.taken);
    }
  }

  /// All destinations, with and without a known length of the payload.
  enum Way {
    BYTES {
      @Override
      Object pass(Serializer serializer, Object value) {
        return serializer.fromBytes(serializer.toBytes(value), Object.class);
      }
    },
    COPY {
      @Override
      Object pass(Serializer serializer, Object value) {
        return serializer.copy(value);
      }
    },
    STREAM {
      @Override
      Object pass(Serializer serializer, Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.writer(out).write(value);
        return read(serializer, out);
      }
    },
    CHANNEL {
      @Override
      Object pass(Serializer serializer, Object value) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.writer(Channels.newChannel(out)).write(value);
        return read(serializer, out);
      }
    },
    BUFFER {
      @Override
      Object pass(Serializer serializer, Object value) {
        try (GrowableBuffer buffer = GrowableBuffer.ofConfined(16, 1 << 24)) {
          serializer.write("before", buffer);
          long begin = buffer.byteSize();
          serializer.write(value, buffer);
          return serializer.read(buffer.segment(), begin, Object.class);
        }
      }
    },
    NATIVE {
      @Override
      Object pass(Serializer serializer, Object value) {
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment segment = arena.allocate(ROOM);
          serializer.write(value, segment, 3);
          return serializer.read(segment, 3, Object.class);
        }
      }
    },
    HEAP {
      @Override
      Object pass(Serializer serializer, Object value) {
        MemorySegment segment = MemorySegment.ofArray(new byte[ROOM]);
        serializer.write(value, segment, 3);
        return serializer.read(segment, 3, Object.class);
      }
    },
    OTHER_ARRAY {
      @Override
      Object pass(Serializer serializer, Object value) {
        MemorySegment segment = MemorySegment.ofArray(new long[ROOM / Long.BYTES]);
        serializer.write(value, segment, 3);
        return serializer.read(segment, 3, Object.class);
      }
    },
    DIRECT_BUFFER {
      @Override
      Object pass(Serializer serializer, Object value) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(ROOM);
        serializer.write(value, buffer);
        return serializer.read(buffer.flip(), Object.class);
      }
    },
    HEAP_BUFFER {
      @Override
      Object pass(Serializer serializer, Object value) {
        ByteBuffer buffer = ByteBuffer.allocate(ROOM);
        serializer.write(value, buffer);
        return serializer.read(buffer.flip(), Object.class);
      }
    };

    private static final int ROOM = 1 << 20;

    abstract Object pass(Serializer serializer, Object value) throws IOException;

    private static Object read(Serializer serializer, ByteArrayOutputStream out)
        throws IOException {
      return serializer.reader(new ByteArrayInputStream(out.toByteArray())).read(Object.class);
    }
  }

  @SuppressWarnings("unchecked")
  private static SerializerBuilder builder() {
    return Serializer.builder()
        .register(Envelope.class, Outbox.class, Ticket.class, Stub.class)
        .register(Drained.class, Counted.class, Shared.class)
        .registerJavaSerialized(Ledger.class)
        .register(
            TypeSurrogate.of(
                Account.class,
                (Class<List<Object>>) (Class<?>) List.class,
                Account::state,
                state -> new Account((int) state.get(0))));
  }

  static Stream<SerializerBuilder> builders() {
    return Arrays.stream(Execution.values())
        .flatMap(execution ->
            Stream.of(
                    builder(),
                    builder().references(true),
                    builder().schemaMode(SchemaMode.COMPATIBLE),
                    builder().references(true).schemaMode(SchemaMode.COMPATIBLE),
                    builder().compactNumbers(true))
                .map(builder -> builder.execution(execution)));
  }

  @ParameterizedTest
  @MethodSource("builders")
  void hooksRunOnceForAnyLengthAndDestination(SerializerBuilder builder) throws IOException {
    Serializer serializer = builder.build();
    for (Way way : Way.values()) {
      for (int bytes : new int[] {100, 3000, 20_000, 400_000, 6000}) {
        Fixture fixture = Fixture.of(bytes);
        Object read = way.pass(serializer, fixture.envelope);
        fixture.check((Envelope) read, bytes);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void iteratorReturnsEachElementOnce(Way way) throws IOException {
    for (Execution execution : Execution.values()) {
      Serializer serializer = builder().execution(execution).build();
      Drained drained = new Drained();
      for (int i = 0; i < 500; i++) {
        drained.add(i + "x".repeat(1000));
      }
      drained.sizes = 0;
      Drained read = (Drained) way.pass(serializer, drained);
      assertEquals(1, drained.sizes);
      assertEquals(0, drained.size());
      assertEquals(500, read.size());
      for (int i = 0; i < 500; i++) {
        assertEquals(i + "x".repeat(1000), read.get(i));
      }
    }
  }

  /// Changes an object that was written before, and so the order of the next attempt.
  static final class Meddler {
    private final transient List<Object> others;

    Meddler(List<Object> others) {
      this.others = others;
    }

    String meddle() {
      Collections.reverse(others.subList(0, 4));
      others.add(0, new Account(9));
      return "done";
    }
  }

  @Test
  void hookThatChangesTheGraphRepeatsNoOtherHook() {
    Serializer serializer =
        builder()
            .register(
                TypeSurrogate.of(
                    Meddler.class, String.class, Meddler::meddle, _ -> new Meddler(List.of())))
            .build();
    List<Account> accounts = new ArrayList<>();
    List<Object> first = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      accounts.add(new Account(i));
      first.add(accounts.get(i));
    }
    List<Object> graph = new ArrayList<>(List.of(first, new Meddler(first), new byte[1 << 17]));
    List<?> read = serializer.fromBytes(serializer.toBytes(graph), List.class);
    accounts.forEach(account -> assertEquals(1, account.calls, "account " + account.number));
    assertEquals(
        List.of(9, 3, 2, 1, 0, 4, 5),
        ((List<?>) read.get(0)).stream().map(account -> ((Account) account).number).toList());
  }

  interface Thing {}

  record OtherThing(int number) implements Thing {}

  /// A surrogate with subclasses: implementations of the interface need no registration.
  abstract static class Counter {
    private transient int calls;

    int next() {
      return ++calls;
    }
  }

  static final class CountingThing extends Counter implements Thing {}

  static final class Order extends Counter implements Comparator<String>, Serializable {
    private Object writeReplace() {
      next();
      return this;
    }

    @Override
    public int compare(String one, String other) {
      return other.compareTo(one);
    }
  }

  static final class Listed extends ArrayList<String> {
    private transient int iterated;

    Listed() {}

    @Override
    public Iterator<String> iterator() {
      iterated++;
      return super.iterator();
    }
  }

  record ByComparator(String text, TreeMap<String, String> map, List<String> many) {}

  record ByInterface(String text, Thing thing, List<String> many) {}

  record ByList(String text, List<String> list, List<String> many) {}

  record ByOptional(String text, Optional<Account> account, List<String> many) {}

  record Nesting(Optional<ByOptional> inner) {}

  private static SerializerBuilder typed(Execution execution) {
    return Serializer.builder()
        .register(ByComparator.class, ByInterface.class, ByList.class, ByOptional.class)
        .register(Nesting.class, OtherThing.class, Order.class, Listed.class)
        .register(
            TypeSurrogate.of(
                Account.class, Integer.class, account -> ++account.calls, Account::new))
        .execution(execution);
  }

  /// Usually, but not always, the declared types of fields show whether a class can hold objects
  /// with hooks.
  @ParameterizedTest
  @EnumSource
  void hooksHiddenByDeclaredTypesAreFound(Execution execution) {
    Serializer serializer = typed(execution).build();
    Serializer families =
        typed(execution)
            .register(
                TypeSurrogate.of(
                        Counter.class, Integer.class, Counter::next, _ -> new CountingThing())
                    .withSubclasses())
            .build();
    List<String> many = new ArrayList<>(Collections.nCopies(1000, "z".repeat(90)));
    Order order = new Order();
    TreeMap<String, String> map = new TreeMap<>(order);
    map.put("a", "b");
    serializer.toBytes(new ByComparator("", map, many));
    assertEquals(1, ((Counter) order).calls);
    CountingThing thing = new CountingThing();
    families.toBytes(new ByInterface("", thing, many));
    assertEquals(1, ((Counter) thing).calls);
    Listed list = new Listed();
    list.add("a");
    serializer.toBytes(new ByList("", list, many));
    assertEquals(1, list.iterated);
    Account account = new Account(1);
    serializer.toBytes(new Nesting(Optional.of(new ByOptional("", Optional.of(account), many))));
    assertEquals(1, account.calls);
  }

  @Test
  void hookRunsForEachOccurrenceUnlessReferencesAreOn() {
    for (boolean references : new boolean[] {false, true}) {
      Serializer serializer = builder().references(references).build();
      Account account = new Account(1);
      serializer.toBytes(List.of(account, account, new byte[1 << 17]));
      assertEquals(references ? 1 : 2, account.calls);
    }
  }

  static final class Broken {}

  @ParameterizedTest
  @EnumSource
  void hookFailureAfterALongPayloadHasAPath(Way way) {
    for (Execution execution : Execution.values()) {
      Serializer serializer =
          builder()
              .execution(execution)
              .register(
                  TypeSurrogate.of(
                      Broken.class,
                      String.class,
                      _ -> {
                        throw new IllegalStateException("broken");
                      },
                      _ -> new Broken()))
              .build();
      Account account = new Account(1);
      List<String> many = new ArrayList<>(Collections.nCopies(5000, "z".repeat(90)));
      Envelope envelope =
          new Envelope("", new ArrayList<>(List.of(account)), "", many, new Broken());
      SerializationException e =
          assertThrows(SerializationException.class, () -> way.pass(serializer, envelope));
      assertEquals(Kind.HOOK_FAILED, e.kind());
      assertEquals("Envelope.last", e.path());
      assertTrue(e.getMessage().contains("broken"), e::getMessage);
      assertEquals(1, account.calls);
    }
  }

  @Test
  void tooSmallDestinationIsNotTriedTwice() {
    Serializer serializer = builder().build();
    Account account = new Account(1);
    List<Object> graph = List.of(account, new byte[1 << 14]);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(1 << 12);
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.write(graph, segment, 0));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertEquals(1, account.calls);
    }
  }

  /// The payloads are the same with and without a log of hooks.
  @Test
  void payloadDoesNotDependOnItsDestination() {
    Serializer serializer = builder().build();
    for (int bytes : new int[] {100, 20_000, 400_000}) {
      byte[] array = serializer.toBytes(Fixture.of(bytes).envelope);
      MemorySegment heap = MemorySegment.ofArray(new byte[1 << 20]);
      long length = serializer.write(Fixture.of(bytes).envelope, heap, 0);
      assertEquals(
          -1, MemorySegment.ofArray(array).mismatch(heap.asSlice(0, length)), "bytes=" + bytes);
      assertEquals(0, heap.get(ValueLayout.JAVA_BYTE, length - 1));
    }
  }
}
