// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import java.time.Duration;
import java.util.function.Consumer;

/// The program's interface to a transport: sends quotes to another process, and receives quotes
/// from it. For one thread.
interface Link extends AutoCloseable {

  /// The maximum wait for a quote.
  Duration WAIT = Duration.ofMillis(100);

  /// Sends a quote. Waits for room for up to a second.
  ///
  /// @return false if there is no room
  boolean send(Quote quote);

  /// Passes arrived quotes to a consumer. Waits for the first one for up to {@link #WAIT}.
  ///
  /// @return the number of quotes
  int receive(Consumer<? super Quote> consumer);

  /// Returns the number of quotes sent so far that a new reader could still read.
  default long stored() {
    return 0;
  }

  @Override
  void close();
}
