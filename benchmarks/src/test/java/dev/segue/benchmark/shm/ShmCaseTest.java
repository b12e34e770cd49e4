// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.workload.Workload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisabledIf("hasOneProcessor")
class ShmCaseTest {
  private static final ProcessSettings USUAL = new ProcessSettings(List.of(), List.of(), 0);

  static boolean hasOneProcessor() {
    return Runtime.getRuntime().availableProcessors() < 2;
  }

  private static List<String> names(List<ShmCase> cases) {
    return cases.stream()
        .map(next -> next.toString().replaceAll(".*size=(\\d+) transport=", "$1 "))
        .toList();
  }

  @Test
  void librariesOfALengthRunBackToBack() {
    var settings = new ProcessSettings(List.of("flag", "segue", "copy"), List.of(32, 1024), 1);
    assertEquals(
        List.of("32 flag", "32 segue", "32 copy", "1024 segue", "1024 copy"),
        names(ShmCase.of(settings, true)));
  }

  @Test
  void headlineHasThreeLengthsAndTheSharedMemoryPeers() {
    List<String> names = names(ShmCase.headline(USUAL));
    assertEquals(
        List.of("32 flag", "32 segue", "32 agrona-ring", "32 agrona-many-to-one", "32 aeron-ipc"),
        names.subList(0, 5));
    assertEquals(13, names.size());
    assertEquals("65536 aeron-ipc", names.getLast());
  }

  @Test
  void headlineCellTakesAtMostThreeAndAHalfSeconds() {
    List<ShmCase> cases = ShmCase.headline(USUAL);
    assertTrue(cases.stream().allMatch(next -> next.seconds() <= 3.5));
    assertTrue(cases.stream().allMatch(next -> next.seconds() >= 1.5));
    double longer =
        ShmCase.headline(new ProcessSettings(List.of(), List.of(), 600)).stream()
            .mapToDouble(ShmCase::seconds)
            .sum();
    double usual = cases.stream().mapToDouble(ShmCase::seconds).sum();
    assertEquals((12 * 3 + 2) * 0.3, longer - usual, 1e-9); // the flag sends nothing one way
  }

  @Test
  void onlyUsefulLengthsAreMeasured() {
    var segue = new ProcessSettings(List.of("segue"), List.of(), 0);
    assertEquals(7, ShmCase.of(segue, true).size());
    assertEquals(3, ShmCase.of(segue, false).size());
    var flag = new ProcessSettings(List.of("flag"), List.of(), 0);
    assertEquals(List.of("32 flag"), names(ShmCase.of(flag, true)));
  }

  @Test
  void oneProcessorHasNoCases() {
    List<ShmCase> cases = ShmCase.ofObjects(USUAL);
    assertEquals(3 * Workload.values().length, cases.size());
    assertEquals(cases, ShmCase.onProcessors(2, cases));
    assertEquals(List.of(), ShmCase.onProcessors(1, cases));
  }

  @Test
  void rejectsUnknownLengthsAndTransports() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ShmCase.of(new ProcessSettings(List.of(), List.of(33), 1), true));
    assertThrows(
        IllegalArgumentException.class,
        () -> ShmCase.headline(new ProcessSettings(List.of("pigeon"), List.of(), 1)));
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void receivedMessagesAreSentBack(Workload object) {
    Content there = Content.of(object.name() + ":segue");
    Content back = Content.of(object.name() + ":segue");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64 + (long) there.mostBytes(), Long.BYTES);
      for (int i = 0; i < 3; i++) {
        back.read(memory, 64, there.make(memory, 64));
        there.read(memory, 0, back.prepare(memory));
      }
      there.check();
      back.check();
    }
  }
}
