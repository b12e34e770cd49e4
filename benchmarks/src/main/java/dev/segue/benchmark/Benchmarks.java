// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.codec.PageFamily;
import dev.segue.benchmark.graph.ColdFamily;
import dev.segue.benchmark.graph.GraphFamily;
import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.launch.Family;
import dev.segue.benchmark.pipeline.Pipelines;
import dev.segue.benchmark.redis.CacheFamily;
import dev.segue.benchmark.redis.RedisFamily;
import dev.segue.benchmark.rpc.MessagePath;
import dev.segue.benchmark.shm.OneThread;
import dev.segue.benchmark.stored.StoredFamily;
import dev.segue.benchmark.view.FieldReaders;
import dev.segue.benchmark.zerocopy.ZeroCopyFamily;
import dev.segue.benchmark.zstd.ZstdFamily;
import java.util.Map;

/// All classes of benchmarks that JMH runs.
public final class Benchmarks {
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
              entry(OneThreadBenchmark.class, Family.of(OneThread::jvmFlags)),
              entry(MixedWorkloadBenchmark.class, new GraphFamily()),
              entry(EverydayBenchmark.class, new GraphFamily()),
              entry(ManyClassesBenchmark.class, new GraphFamily()),
              entry(ClassRulesBenchmark.class, new GraphFamily()),
              entry(RedisBenchmark.class, new RedisFamily()),
              entry(CacheBenchmark.class, new CacheFamily()),
              entry(RpcMessageBenchmark.class, Family.of(MessagePath::jvmFlags)),
              entry(StoredBlocksBenchmark.class, new StoredFamily()),
              entry(ViewBenchmark.class, Family.of(FieldReaders::jvmFlags))));

  private Benchmarks() {}

  private static Map.Entry<String, Family> entry(Class<?> benchmark, Family family) {
    return Map.entry(benchmark.getName(), family);
  }
}
