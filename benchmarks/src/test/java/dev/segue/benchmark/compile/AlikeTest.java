// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.compile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class AlikeTest {
  @Test
  void acceptEqualValuesAndArraysOfThem() {
    assertTrue(Alike.are(null, null));
    assertTrue(Alike.are(List.of("a"), List.of("a")));
    assertTrue(Alike.are(new int[][] {{1}}, new int[][] {{1}}));
    assertFalse(Alike.are(new int[] {1}, new int[] {2}));
    assertFalse(Alike.are("a", null));
  }

  @Test
  void compareClassAndTextWithoutEquals() {
    assertTrue(Alike.are(new AtomicReference<>("a"), new AtomicReference<>("a")));
    assertFalse(Alike.are(new AtomicReference<>("a"), new AtomicReference<>("b")));
    assertFalse(Alike.are(new AtomicReference<>("[1]"), new PriorityQueue<>(List.of(1))));
  }

  @Test
  void respectEquals() {
    record Hidden(int value) {
      @Override
      public String toString() {
        return "hidden";
      }
    }

    assertFalse(Alike.are(new Hidden(1), new Hidden(2)));
    assertFalse(Alike.are(List.of(new Hidden(1)), List.of(new Hidden(2))));
  }
}
