// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.demo.Message.Data;
import dev.segue.cli.demo.Message.Goodbye;
import dev.segue.cli.demo.Message.HowMany;
import dev.segue.cli.demo.Message.Ready;
import dev.segue.cli.demo.Message.Tally;
import dev.segue.compression.Codec;
import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.Publisher;
import dev.segue.shm.Subscriber;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The second JVM: checks every message, and sends back each message that requests a reply.
final class DemoChild {

  private DemoChild() {}

  /// Runs until the parent says goodbye.
  ///
  /// @param args the workspace, whether to compress, and the size of a message
  public static void main(String[] args) {
    Workspace workspace = Workspace.of(args[0]);
    endWithTheParent(workspace);
    try {
      run(workspace, new Route(Boolean.parseBoolean(args[1]), Long.parseLong(args[2])));
    } catch (DemoFailure e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /// Ends this JVM after its parent has ended, and cleans up, in case the parent was killed.
  private static void endWithTheParent(Workspace workspace) {
    Thread watch =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
                workspace.close();
              } catch (IOException | RuntimeException e) {
                System.err.println("cannot clean up after the parent: " + e);
              } finally {
                Runtime.getRuntime().halt(1);
              }
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void run(Workspace workspace, Route route) {
    Serializer serializer = Message.serializer();
    DemoMessages demoMessages = new DemoMessages(serializer, route.sizeBytes());
    @Nullable Codec codec = route.codec();
    // No limit, because the parent may be paused for any length of time; another thread detects its
    // end.
    Patience patience = new Patience(() -> {}, Duration.ofDays(365));
    try (Arena arena = Arena.ofConfined();
        Channel there = workspace.there();
        Channel back = workspace.back();
        Subscriber subscriber = there.addSubscriber();
        Publisher publisher = back.addPublisher()) {
      long scratchBytes = Route.scratchBytes(demoMessages);
      serve(
          demoMessages,
          new DemoReceiver(subscriber, serializer, codec, arena.allocate(scratchBytes), patience),
          new DemoSender(publisher, serializer, codec, arena.allocate(scratchBytes), patience));
    }
  }

  private static void serve(DemoMessages demoMessages, DemoReceiver in, DemoSender out) {
    out.send(new Ready(ProcessHandle.current().pid()));
    long number = 0;
    long numberAtLastTally = 0;
    long allocatedAtLastTally = Allocation.bytes();
    while (true) {
      switch (in.receive()) {
        case Data data -> {
          demoMessages.check(data, number++);
          if (data.comeBack) {
            out.send(data);
          }
        }
        case HowMany _ -> {
          out.send(
              new Tally(number - numberAtLastTally, Allocation.bytes() - allocatedAtLastTally));
          numberAtLastTally = number;
          allocatedAtLastTally = Allocation.bytes();
        }
        case Goodbye _ -> {
          return;
        }
        case Ready _, Tally _ ->
            throw new DemoFailure("received a message that only the child may send");
      }
    }
  }
}
