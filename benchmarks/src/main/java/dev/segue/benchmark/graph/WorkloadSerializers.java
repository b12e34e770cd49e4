// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;

/// The serializers of the workloads in static fields, for `CodecFiles`: with the generated files
/// before `benchmarks.jar` on the class path, the same benchmarks measure codecs that were
/// generated at build time (docs/adr/0142).
final class WorkloadSerializers {
  static final Serializer STRUCT = of(Workload.STRUCT);
  static final Serializer STRUCT2 = of(Workload.STRUCT2);
  static final Serializer MEDIA_CONTENT = of(Workload.MEDIA_CONTENT);
  static final Serializer SAMPLE = of(Workload.SAMPLE);

  private WorkloadSerializers() {}

  private static Serializer of(Workload workload) {
    return SegueCodec.compiled(workload.userTypes()).build();
  }
}
