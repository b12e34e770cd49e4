// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;

/// All that the two JVMs say to each other. Orders and answers travel as objects too.
sealed interface Message {

  /// The child is there.
  record Ready(long pid) implements Message {}

  /// The parent wants to know what arrived since it last asked.
  record HowMany(long sent) implements Message {}

  /// The child's answer.
  ///
  /// @param received how many parcels arrived, all as expected
  /// @param allocatedBytes what receiving and checking them allocated
  record Tally(long received, long allocatedBytes) implements Message {}

  /// The parent is done.
  record Goodbye(long sent) implements Message {}

  /// A numbered object, with some text where it is to be longer than the object is.
  ///
  /// It can be sent again with another number, so that sending allocates nothing.
  final class Parcel implements Message {
    long number;
    boolean comeBack;
    Object content = "";
    String padding = "";

    boolean hasSameContent(Parcel other) {
      return content.equals(other.content) && padding.equals(other.padding);
    }
  }

  /// A serializer for all of it, the same in both JVMs.
  static Serializer serializer() {
    return Serializer.builder()
        .register(Ready.class, HowMany.class, Tally.class, Goodbye.class, Parcel.class)
        .register(Workload.allUserTypes().toArray(Class<?>[]::new))
        .build();
  }
}
