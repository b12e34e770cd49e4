// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;

/// The messages that the two JVMs exchange. Requests and replies are sent as objects, too.
sealed interface Message {

  /// Sent by the child when it is ready.
  record Ready(long pid) implements Message {}

  /// Sent by the parent to ask how many messages arrived since the last request.
  record HowMany(long sent) implements Message {}

  /// The child's reply to [HowMany].
  ///
  /// @param received number of messages that arrived, all correct
  /// @param allocatedBytes heap bytes allocated by receiving and checking them
  record Tally(long received, long allocatedBytes) implements Message {}

  /// Sent by the parent when it is done.
  record Goodbye(long sent) implements Message {}

  /// A numbered object, padded with text if it must be longer than the object alone.
  ///
  /// It can be sent again with another number, so that sending allocates nothing.
  final class Data implements Message {
    long number;
    boolean comeBack;
    Object content = "";
    String padding = "";

    boolean hasSameContent(Data other) {
      return content.equals(other.content) && padding.equals(other.padding);
    }
  }

  /// Creates a serializer for all messages, the same in both JVMs.
  static Serializer serializer() {
    return Serializer.builder()
        .register(Ready.class, HowMany.class, Tally.class, Goodbye.class, Data.class)
        .register(Workload.allUserTypes().toArray(Class<?>[]::new))
        .build();
  }
}
