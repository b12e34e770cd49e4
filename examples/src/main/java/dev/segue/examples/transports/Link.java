// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.transports;

import java.time.Duration;
import java.util.function.Consumer;

/// What the program needs of a transport: quotes to another process, and quotes from it. For one
/// thread.
interface Link extends AutoCloseable {

  /// The longest wait for a quote.
  Duration WAIT = Duration.ofMillis(100);

  /// Hands a quote over to the transport. Waits for room for up to a second.
  ///
  /// @return false if there is none
  boolean send(Quote quote);

  /// Passes on the quotes that have arrived. Waits for the first one for up to {@link #WAIT}.
  ///
  /// @return their number
  int receive(Consumer<? super Quote> consumer);

  /// Returns the number of quotes sent so far that a new reader could still read.
  default long stored() {
    return 0;
  }

  @Override
  void close();
}
