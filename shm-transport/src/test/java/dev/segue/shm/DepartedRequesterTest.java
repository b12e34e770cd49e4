// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static dev.segue.shm.Doubling.DOUBLING;
import static dev.segue.shm.Doubling.LONG;
import static dev.segue.shm.Doubling.READER;
import static dev.segue.shm.Doubling.WRITER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A responder unmaps the reply channels of requesters that left: deleted files take up memory
/// while they are mapped.
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class DepartedRequesterTest extends InScratch {

  private Responder responder;

  @BeforeEach
  void open() {
    responder = Responder.open(path, 100, 100);
  }

  @AfterEach
  void close() {
    responder.close();
  }

  private void assertAnswers(Requester requester) {
    CompletableFuture<Integer> reply = requester.callAsync(WRITER, 4, 4, READER, LONG);
    assertEquals(1, responder.poll(DOUBLING, 1, LONG));
    assertEquals(8, reply.join());
  }

  private void comeAndGo() {
    try (Requester requester = Requester.open(path, 100)) {
      assertAnswers(requester);
    }
  }

  /// The mappings of reply channels' files, which are renamed before they are deleted.
  private long mappings() throws IOException {
    String directory = scratch.directory().toString();
    try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
      return maps.filter(line -> line.contains(directory) && line.contains(".replies-")).count();
    }
  }

  @Test
  void routeIsClosedWhenAnotherRequesterJoins() throws IOException {
    comeAndGo();
    long one = mappings();
    assertTrue(one > 0);
    for (int i = 0; i < 3; i++) {
      comeAndGo();
      assertEquals(one, mappings());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void routeIsClosedWhileNoRequestArrives(int timeoutMillis) throws IOException {
    comeAndGo();
    for (int polls = 1; polls % 100 != 0 || mappings() > 0; polls++) {
      assertEquals(0, responder.poll(DOUBLING, 1, Duration.ofMillis(timeoutMillis)));
    }
  }

  /// Members of an unlinked channel continue undisturbed.
  @Test
  void requesterWithUnlinkedFilesStillGetsReplies() throws IOException {
    try (Requester requester = Requester.open(path, 100)) {
      assertAnswers(requester);
      Channel.unlink(replyChannel());
      comeAndGo();
      assertAnswers(requester);
    }
  }

  private Path replyChannel() throws IOException {
    try (Stream<Path> files = Files.list(scratch.directory())) {
      return files.filter(file -> file.toString().contains(".replies-")).findFirst().orElseThrow();
    }
  }
}
