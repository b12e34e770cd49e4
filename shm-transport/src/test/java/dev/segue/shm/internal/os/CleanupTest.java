// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CleanupTest {

  private final List<Integer> released = new ArrayList<>();
  private final IOException first = new IOException("first");
  private final AssertionError second = new AssertionError("second");

  private void release(int resource) throws IOException {
    released.add(resource);
    switch (resource) {
      case 2 -> throw first;
      case 3 -> throw second;
      default -> {}
    }
  }

  @Test
  void releasesTheOthersAfterAFailure() {
    assertSame(
        first,
        assertThrows(IOException.class, () -> Cleanup.each(List.of(1, 2, 3, 4), this::release)));
    assertEquals(List.of(1, 2, 3, 4), released);
    assertEquals(List.of(second), List.of(first.getSuppressed()));
  }

  @Test
  void throwsTheFirstFailureEvenIfItIsAnError() {
    assertSame(
        second,
        assertThrows(AssertionError.class, () -> Cleanup.each(List.of(3, 2), this::release)));
    assertEquals(List.of(first), List.of(second.getSuppressed()));
  }

  @Test
  void keepsTheFailureOfTheOperation() {
    IllegalStateException failure = new IllegalStateException("of the operation");
    Cleanup.after(failure, () -> release(2));
    Cleanup.after(failure, () -> release(3));
    Cleanup.after(failure, () -> release(4));
    assertEquals(List.of(first, second), List.of(failure.getSuppressed()));
  }

  /// The JVM throws the same error object twice when it has no memory for another one.
  @Test
  void toleratesTheSameFailureTwice() {
    Cleanup.after(first, () -> release(2));
    assertThrows(IOException.class, () -> Cleanup.each(List.of(2, 2), this::release));
    assertEquals(0, first.getSuppressed().length);
  }
}
