// SPDX-License-Identifier: Apache-2.0

import dev.segue.compression.Codec;
import dev.segue.serializer.Execution;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Uses each module once, including features that JDKs restrict, and prints `smoke: ok`. Any other
/// output is a failure: see `.ci/jdk-matrix`, which runs it from the built jars on each JDK.
final class Smoke {

  /// Enough iterations for the JIT, and for background compilation.
  private static final int ROUNDS = 5000;

  record Item(String article, int quantity) {}

  /// A class whose constructor sets its final fields.
  static final class Order {
    private final long id;
    private final List<Item> items;
    private String note = null;

    Order(long id, List<Item> items) {
      this.id = id;
      this.items = items;
    }
  }

  /// A class whose final field only Java serialization can set.
  static final class Name implements Serializable {
    private static final long serialVersionUID = 1;

    private final String upper;

    Name(String name) {
      this.upper = name.toUpperCase(Locale.ROOT);
    }
  }

  static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;

    Refusal(String message, int code) {
      super(message);
      this.code = code;
    }
  }

  interface ItemView {
    int quantity();
  }

  private Smoke() {}

  public static void main(String[] args) {
    for (Execution execution : Execution.values()) {
      serialize(execution);
    }
    compress();
    send();
    System.out.println("smoke: ok");
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Order.class, Item.class, Name.class, Refusal.class)
        .execution(execution)
        .build();
  }

  private static void serialize(Execution execution) {
    Serializer serializer = serializer(execution);
    Order order = new Order(1, new ArrayList<>(List.of(new Item("tea", 2))));
    order.note = "today";
    for (int i = 0; i < ROUNDS; i++) {
      Order same = serializer.copy(order);
      require(same.id == 1 && same.items.equals(order.items) && same.note.equals("today"));
      require(serializer.copy(new Name("name")).upper.equals("NAME"));
    }
    Refusal refusal = serializer.copy(new Refusal("no", 3));
    require(refusal.code == 3 && refusal.getMessage().equals("no"));
    var payload = java.lang.foreign.MemorySegment.ofArray(serializer.toBytes(new Item("tea", 4)));
    require(serializer.view(ItemView.class, Item.class).at(payload, 0).quantity() == 4);
  }

  private static void compress() {
    byte[] data = "Segue ".repeat(1000).getBytes(StandardCharsets.UTF_8);
    for (Codec codec : List.of(Codec.zstd(), Codec.lz4(), Codec.gzip())) {
      byte[] compressed = codec.compress(data);
      require(compressed.length < data.length / 10);
      require(Arrays.equals(data, codec.decompress(compressed, data.length)));
    }
  }

  private static void send() {
    Serializer serializer = serializer(Execution.COMPILED);
    Path path = Channel.defaultPath("segue-smoke-" + ProcessHandle.current().pid());
    try (var channel = Channel.create(path);
        var publisher = channel.addPublisher();
        var subscriber = channel.addSubscriber()) {
      List<Item> received = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        require(publisher.offer(serializer::write, new Item("tea", i), 1024));
        require(subscriber.poll(m -> received.add(serializer.read(m, 0, Item.class)), 1) == 1);
      }
      require(received.getLast().equals(new Item("tea", ROUNDS - 1)));
    } finally {
      Channel.unlinkIfExists(path);
    }
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new AssertionError();
    }
  }
}
