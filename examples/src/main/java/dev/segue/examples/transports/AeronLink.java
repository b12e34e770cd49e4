// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import dev.segue.aeron.AeronConfig;
import dev.segue.aeron.AeronTransport;

/// Quotes over Aeron: a UDP port for each direction, and a media driver in this process.
final class AeronLink {

  private static final int TERM_LENGTH = 4 << 20;

  private AeronLink() {}

  /// @param out the channel to send to, such as `aeron:udp?endpoint=host:port`
  /// @param in the channel to receive from
  static Link open(String out, String in) {
    AeronTransport there = AeronTransport.open(AeronConfig.of(out).withTermLength(TERM_LENGTH));
    AeronTransport back =
        AeronTransport.open(
            AeronConfig.of(in)
                .withTermLength(TERM_LENGTH)
                .withAeronDirectory(there.aeronDirectory()));
    return new MessageLink(
        there.addSender(),
        back.addReceiver(),
        () -> {
          back.close();
          there.close();
        });
  }
}
