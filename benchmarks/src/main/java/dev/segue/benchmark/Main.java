// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.codec.PageFamily;
import dev.segue.benchmark.graph.ColdFamily;
import dev.segue.benchmark.graph.GraphFamily;
import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.launch.Family;
import dev.segue.benchmark.launch.Launcher;
import dev.segue.benchmark.launch.SmokeRun;
import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.benchmark.redis.CacheFamily;
import dev.segue.benchmark.redis.RedisFamily;
import dev.segue.benchmark.rpc.MessagePath;
import dev.segue.benchmark.stored.StoredFamily;
import dev.segue.benchmark.view.FieldReaders;
import dev.segue.benchmark.zerocopy.ZeroCopyFamily;
import dev.segue.benchmark.zstd.ZstdFamily;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Utils;

/// The main program of `benchmarks.jar`.
///
/// ```
/// java -jar benchmarks/target/benchmarks.jar                              # everything: many hours
/// java -jar benchmarks/target/benchmarks.jar SerializationBenchmark \
///     -p library=segue,fory -p object=STRUCT -f 1 -wi 3 -i 3 -w 1 -r 1   # a short comparison
/// java -jar benchmarks/target/benchmarks.jar --smoke                      # does each one work?
/// ```
///
/// It accepts JMH's own options (`-h` lists them), runs each library with the flags that its
/// documentation recommends, and reports unsupported cases with the reasons.
public final class Main {
  private static final String SMOKE = "--smoke";
  private static final String SMOKE_HERE = "--smoke-here";

  /// The family of each benchmark class.
  public static final Families FAMILIES =
      new Families(
          Map.ofEntries(
              entry(SerializationBenchmark.class, new GraphFamily()),
              entry(ZeroCopyBenchmark.class, new ZeroCopyFamily()),
              entry(ColdStartBenchmark.class, new ColdFamily()),
              entry(ZstdBenchmark.class, new ZstdFamily()),
              entry(CodecBenchmark.class, new PageFamily()),
              entry(SmallMessageBenchmark.class, new ZstdFamily()),
              entry(PipelineBenchmark.class, Family.of(Pipelines::jvmFlags)),
              entry(MixedWorkloadBenchmark.class, new GraphFamily()),
              entry(EverydayBenchmark.class, new GraphFamily()),
              entry(TextBenchmark.class, new GraphFamily()),
              entry(ManyClassesBenchmark.class, new GraphFamily()),
              entry(ClassRulesBenchmark.class, new GraphFamily()),
              entry(RedisBenchmark.class, new RedisFamily()),
              entry(CacheBenchmark.class, new CacheFamily()),
              entry(RpcMessageBenchmark.class, Family.of(MessagePath::jvmFlags)),
              entry(StoredBlocksBenchmark.class, new StoredFamily()),
              entry(ViewBenchmark.class, Family.of(FieldReaders::jvmFlags))));

  private Main() {}

  private static Map.Entry<String, Family> entry(Class<?> benchmark, Family family) {
    return Map.entry(benchmark.getName(), family);
  }

  /// Runs the benchmarks. The exit code is 0, or 1 if a benchmark failed, or 2 if the command line
  /// cannot be parsed.
  public static void main(String[] args) throws Exception {
    System.exit(run(args));
  }

  /// Uses `Unsafe` now, so that the JDK prints its warning about JMH before the table and not
  /// inside it.
  private static void warnNow() {
    var _ = Utils.getOffset(SerializationBenchmark.class, "library");
  }

  private static int run(String[] args) throws RunnerException, IOException, InterruptedException {
    warnNow();
    var rest = new ArrayList<>(List.of(args));
    boolean smoke = rest.remove(SMOKE);
    boolean smokeHere = rest.remove(SMOKE_HERE);
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(rest.toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      System.err.println(e.getMessage());
      return 2;
    }
    if (isQuestion(options)) {
      org.openjdk.jmh.Main.main(args);
      return 0;
    }
    if (smoke) {
      rest.addFirst(SMOKE_HERE);
      rest.addFirst(Main.class.getName());
      return SmokeRun.fork(options, FAMILIES, rest);
    }
    int measured;
    try {
      measured =
          smokeHere
              ? SmokeRun.runHere(options, FAMILIES)
              : Launcher.measuring(options, FAMILIES).run();
    } catch (RunnerException e) {
      System.err.println(e.getMessage());
      return 1;
    }
    if (measured == 0) {
      System.err.println("no case matches: " + Arrays.toString(args));
      return 2;
    }
    return 0;
  }

  /// Returns whether JMH only prints information, without running benchmarks.
  private static boolean isQuestion(CommandLineOptions options) {
    return options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats();
  }
}
