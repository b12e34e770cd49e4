// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The main class of the other process. It sends quotes back until its standard input ends, or it
/// sends some quotes and dies.
final class Peer {

  static final String READY = "ready";

  private static final int FIRST_OWN_ARGUMENT = 4;

  private static volatile boolean ended;

  private Peer() {}

  /// @param args the arguments of {@link Address#parse}, and the number of quotes to send before
  ///   dying; zero to send quotes back
  public static void main(String[] args) {
    int quotes = Integer.parseInt(args[FIRST_OWN_ARGUMENT]);
    try (Link link = Address.parse(args).open()) {
      if (quotes > 0) {
        send(link, quotes);
        Runtime.getRuntime().halt(1); // nothing is closed, as after kill -9
      }
      System.out.println(READY);
      Thread.ofPlatform().daemon().start(Peer::awaitParent);
      while (!ended) {
        int _ = link.receive(quote -> answer(link, quote));
      }
    }
    System.exit(0);
  }

  private static void send(Link link, int quotes) {
    for (int number = 0; number < quotes; number++) {
      while (!link.send(new Quote(number, "SEGUE", number, false))) {}
    }
  }

  private static void answer(Link link, Quote quote) {
    if (quote.answer()) {
      while (!link.send(quote) && !ended) {}
    }
  }

  private static void awaitParent() {
    try {
      while (System.in.read() >= 0) {
        // Skips input: the parent writes nothing.
      }
    } catch (IOException e) {
      System.err.println(e);
    }
    ended = true;
  }

  /// Starts this program with the flags of this JVM.
  static Process start(Address address, int quotes) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-agentlib:"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Peer.class.getName()));
    command.addAll(address.reversed().arguments());
    command.add(Integer.toString(quotes));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
