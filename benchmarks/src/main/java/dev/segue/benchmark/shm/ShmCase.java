// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.processes.Processes;
import dev.segue.workload.Workload;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A case of one transport with one kind of message, between two new processes, with the flags that
/// the transport's documentation recommends.
///
/// A list of cases has the order of one round: all transports of a row, then the next row. It is
/// empty on a machine with one processor, because each spinning process needs a processor.
///
/// @param library the transport
/// @param content of the messages, as [Content#of] parses it
/// @param name of the results
/// @param flags for both JVMs
/// @param millis duration of each measurement
public record ShmCase(
    ShmLibrary library, String content, ShmResult.Name name, List<String> flags, long millis)
    implements ProcessCase {
  static final int SHORTEST = 32;
  private static final int LONGEST = 8 << 20;

  /// The flags of both processes, for all transports. The threads that spin wait for the JIT, which
  /// would otherwise hardly get one of two processors, and would not be ready when measuring
  /// begins.
  public static final List<String> FLAGS =
      List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:-BackgroundCompilation");

  /// The additional time for setting up and compiling serializers.
  private static final double SECONDS_TO_COMPILE = 1;

  private static final List<Integer> SIZES =
      List.of(SHORTEST, 256, 1 << 10, 4 << 10, 64 << 10, 1 << 20, LONGEST);
  private static final List<Integer> FEW_SIZES = List.of(SHORTEST, 4 << 10, 1 << 20);
  private static final List<Integer> HEADLINE_SIZES = List.of(SHORTEST, 1 << 10, 64 << 10);
  private static final List<ShmLibrary> HEADLINE =
      List.of(
          ShmLibrary.FLAG,
          ShmLibrary.SEGUE,
          ShmLibrary.AGRONA_RING,
          ShmLibrary.AGRONA_MANY_TO_ONE,
          ShmLibrary.AERON_IPC);

  /// A route of objects from one process to another: the libraries that serialize and compress, and
  /// the transport for the frame.
  private record Route(String key, String serializer, ShmLibrary transport) {
    /// Segue compresses directly into the lane and decompresses from it.
    static final List<Route> ALL =
        List.of(
            new Route("segue", "segue", ShmLibrary.SEGUE_IN_PLACE),
            new Route("fory+zstd-jni+aeron-ipc", "fory+zstd-jni", ShmLibrary.AERON_IPC),
            new Route("fory+zstd-jni+unix-socket", "fory+zstd-jni", ShmLibrary.UNIX_SOCKET));
  }

  /// Returns the cases quoted in the README and documents (three lengths, with Segue, its peers,
  /// and the bare flag), or the requested cases instead.
  ///
  /// @throws IllegalArgumentException if a requested transport or length does not exist
  public static List<ShmCase> headline(ProcessSettings settings) {
    return of(settings, HEADLINE, HEADLINE_SIZES);
  }

  /// Returns the requested cases.
  ///
  /// @param everyLength whether to use all lengths instead of a few if none are requested
  /// @throws IllegalArgumentException if a requested transport or length does not exist
  public static List<ShmCase> of(ProcessSettings settings, boolean everyLength) {
    return of(settings, List.of(ShmLibrary.values()), everyLength ? SIZES : FEW_SIZES);
  }

  private static List<ShmCase> of(
      ProcessSettings settings, List<ShmLibrary> usual, List<Integer> usualSizes) {
    List<ShmLibrary> libraries = settings.transports(usual, ShmLibrary::of);
    var cases = new ArrayList<ShmCase>();
    for (int size : settings.sizes(usualSizes)) {
      if (size < SHORTEST || size > LONGEST || Integer.bitCount(size) != 1) {
        throw new IllegalArgumentException(
            "--size " + size + ": a power of two from " + SHORTEST + " to " + LONGEST);
      }
      String length = Integer.toString(size);
      for (ShmLibrary library : libraries) {
        if (library.takes(size)) {
          var name = ShmResult.Name.ofBytes(library.key, length);
          cases.add(new ShmCase(library, length, name, library.flags, settings.millis()));
        }
      }
    }
    return onProcessors(Runtime.getRuntime().availableProcessors(), cases);
  }

  /// Returns the cases with objects: each on all routes.
  public static List<ShmCase> ofObjects(ProcessSettings settings) {
    var cases = new ArrayList<ShmCase>();
    for (Workload object : Workload.values()) {
      for (Route route : Route.ALL) {
        var name = ShmResult.Name.ofObjects(route.key, object.name());
        Set<String> flags = new LinkedHashSet<>(route.transport.flags);
        flags.addAll(Pipelines.jvmFlags(route.serializer));
        String content = object.name() + ":" + route.serializer;
        cases.add(
            new ShmCase(route.transport, content, name, List.copyOf(flags), settings.millis()));
      }
    }
    return onProcessors(Runtime.getRuntime().availableProcessors(), cases);
  }

  /// Returns the cases, or none if there is no processor for each process.
  static List<ShmCase> onProcessors(int processors, List<ShmCase> cases) {
    return processors < 2 ? List.of() : List.copyOf(cases);
  }

  /// Returns the name of the case.
  @Override
  public String toString() {
    return name.toString();
  }

  @Override
  public double seconds() {
    return library == ShmLibrary.COPY
        ? 2 * millis / 1e3
        : (library == ShmLibrary.AERON_IPC ? 1.0 : 0.7)
            + (name.isOfBytes() ? 0 : SECONDS_TO_COMPILE)
            + Client.seconds(library, (int) name.size(), millis);
  }

  @Override
  public ShmResult measure() throws IOException, InterruptedException {
    if (library == ShmLibrary.COPY) {
      return new ShmResult(name, flags, copy(Integer.parseInt(content), millis));
    }
    try (var processes = new Processes()) {
      var patience = Duration.ofSeconds(30 + Math.round(10 * seconds()));
      return new ShmResult(name, flags, run(processes, patience));
    }
  }

  /// Runs both processes.
  ///
  /// @throws IOException if one of them fails or takes longer
  Measurement run(Processes processes, Duration patience) throws IOException, InterruptedException {
    List<String> all = Stream.concat(flags.stream(), FLAGS.stream()).toList();
    List<String> arguments =
        List.of(library.key, processes.directory().toString(), content, Long.toString(millis));
    return processes.run(List.of(Server.class, Client.class), all, arguments, patience);
  }

  /// Measures one copy of each message: `MemorySegment.copy` on one thread, to a moving destination
  /// as in a ring.
  private static Measurement copy(int length, long millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(length, Long.BYTES).fill((byte) 1);
      MemorySegment to = arena.allocate(SharedFiles.capacity(length), Long.BYTES).fill((byte) 2);
      copiesPerSecond(from, to, millis);
      return Measurement.none().with(ShmResult.ONE_WAY, copiesPerSecond(from, to, millis));
    }
  }

  private static double copiesPerSecond(MemorySegment from, MemorySegment to, long millis) {
    long length = from.byteSize();
    long copies = 0;
    long start = System.nanoTime();
    long now = start;
    while (now - start < millis * 1_000_000) {
      for (long at = 0; at + length <= to.byteSize(); at += length) {
        MemorySegment.copy(from, 0, to, at, length);
        copies++;
      }
      now = System.nanoTime();
    }
    return copies * 1e9 / (now - start);
  }
}
