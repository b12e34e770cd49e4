// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.grpc.SegueBytes;
import dev.segue.grpc.SegueService;
import dev.segue.serializer.Serializer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages of bytes, which are handed on by a server and kept by its client.
final class BytesTest extends TransportTest {

  /// Empty, in a lane, and longer than a lane.
  private static final int[] SIZES = {0, 1, 64, 1024, 30_000, 300_000};

  /// Enough for messages to reuse the memory of earlier ones.
  private static final int REPEATS = 20;

  /// A service that hands on what it receives.
  interface Relay {
    SegueBytes pass(SegueBytes message);

    Iterator<SegueBytes> passEach(Iterator<SegueBytes> messages);
  }

  private static final class Echo implements Relay {
    @Override
    public SegueBytes pass(SegueBytes message) {
      return message;
    }

    @Override
    public Iterator<SegueBytes> passEach(Iterator<SegueBytes> messages) {
      return messages;
    }
  }

  private static List<SegueBytes> contents() {
    List<SegueBytes> contents = new ArrayList<>();
    for (int i = 0; i < REPEATS; i++) {
      for (int size : SIZES) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) (i + size));
        contents.add(SegueBytes.wrap(bytes));
      }
    }
    return contents;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void receivedBytesOutliveLaterMessages(boolean direct) throws Exception {
    SegueService<Relay> service = SegueService.of(Relay.class, Serializer.builder().build());
    var builder = serverBuilder().addService(service.bind(new Echo()));
    start(direct ? builder.directExecutor() : builder);
    Relay relay = service.client(channel(smallLanes()));
    List<SegueBytes> single = new ArrayList<>();
    for (SegueBytes content : contents()) {
      single.add(relay.pass(content));
    }
    List<SegueBytes> streamed = new ArrayList<>();
    relay.passEach(contents().iterator()).forEachRemaining(streamed::add);
    assertEquals(contents(), single);
    assertEquals(contents(), streamed);
  }
}
