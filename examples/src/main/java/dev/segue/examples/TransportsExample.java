// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.examples.transports.Figures;
import dev.segue.examples.transports.Transport;
import dev.segue.examples.transports.Trial;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Exchanges quotes with another process through shared memory, over Aeron and through Kafka, kills
/// processes, and prints the results of each transport in a column.
final class TransportsExample {

  private static final int DEFAULT_MESSAGES = 200_000;
  private static final double NANOS_PER_MICROSECOND = 1e3;

  private TransportsExample() {}

  /// @param args optional: the address of a Kafka broker (without it, Kafka is skipped), and the
  ///   number of messages
  public static void main(String[] args) throws Exception {
    int messages = DEFAULT_MESSAGES;
    String brokers = "";
    for (String arg : args) {
      if (arg.matches("\\d{1,9}")) {
        messages = Math.max(2, Integer.parseInt(arg));
      } else {
        brokers = arg;
      }
    }
    table(columns(brokers, messages)).forEach(System.out::println);
    if (brokers.isEmpty()) {
      System.out.println();
      System.out.println("For Kafka, pass the address of a broker, such as localhost:9092.");
    }
  }

  /// Runs the experiments with each transport.
  ///
  /// @param brokers addresses of Kafka brokers; empty if there are none
  static Map<Transport, Figures> columns(String brokers, int messages) throws Exception {
    Map<Transport, Figures> columns = new EnumMap<>(Transport.class);
    for (Transport transport : Transport.values()) {
      if (transport != Transport.KAFKA || !brokers.isEmpty()) {
        columns.put(transport, Trial.run(transport, brokers, messages));
      }
    }
    return columns;
  }

  /// Formats a column for each transport.
  static List<String> table(Map<Transport, Figures> columns) {
    int quotes = columns.values().iterator().next().quotes();
    List<String> lines = new ArrayList<>();
    lines.add(row("", columns.keySet().stream().map(Transport::title).toList()));
    row(lines, "there and back, median", columns, f -> micros(f.medianNanos()));
    row(lines, "there and back, p99", columns, f -> micros(f.p99Nanos()));
    row(lines, "messages a second", columns, f -> number(f.quotesPerSecond()));
    lines.add("of " + number(quotes) + " messages:");
    row(lines, "  arrive, producer killed", columns, f -> number(f.fromKilledProducer()));
    row(lines, "  answered, consumer killed", columns, f -> number(f.throughKilledConsumer()));
    row(lines, "    of them twice", columns, f -> number(f.answeredTwice()));
    row(lines, "can be read again", columns, f -> number((double) f.stored()));
    return lines;
  }

  private static void row(
      List<String> lines,
      String name,
      Map<Transport, Figures> columns,
      Function<Figures, String> cell) {
    lines.add(row(name, columns.values().stream().map(cell).toList()));
  }

  private static String row(String name, List<String> cells) {
    return cells.stream()
        .map(cell -> "%16s".formatted(cell))
        .collect(Collectors.joining("", "%-27s".formatted(name), ""));
  }

  private static String micros(double nanos) {
    return String.format(Locale.ROOT, "%,.1f us", nanos / NANOS_PER_MICROSECOND);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
