// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark;

import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.zerocopy.Contents;
import dev.segue.benchmark.zerocopy.ZeroCopyCase;
import dev.segue.benchmark.zerocopy.ZeroCopyLibraries;
import org.openjdk.jmh.annotations.Param;

/// Writes and reads objects that consist mostly of buffers or primitive arrays.
///
/// Out of band (`copy=false`), the writer passes the contents separately, and the reader finds them
/// outside the payload, where they were stored once in advance, so no transport is measured. Both
/// libraries read arrays as new arrays, and buffers as views. For each array and buffer, both pass
/// an object that can write or copy the content later, which is not measured; Segue does this for
/// contents of at least 128 bytes.
///
/// With `copy=true`, all bytes are in the payload. Fory reads buffers as views of the payload; the
/// other libraries copy them. The reported length is that of the payload alone.
public class ZeroCopyBenchmark extends GraphBenchmark {
  /// The library that serializes.
  @Param({"segue", "fory", "kryo", "fst"})
  public String library = "";

  /// The object to serialize.
  @Param public Contents data = Contents.BUFFER;

  /// The bytes of each buffer, or the elements of each array.
  @Param({"200", "1000", "5000"})
  public int arraySize;

  /// The memory to serialize to.
  @Param public GraphCase.Buffer buffer = GraphCase.Buffer.ARRAY;

  /// Whether the contents are part of the payload, or passed out of band.
  @Param({"false", "true"})
  public boolean copy;

  @Override
  Object create() {
    return data.create(arraySize);
  }

  @Override
  GraphCodec open() {
    return ZeroCopyLibraries.open(new ZeroCopyCase(library, data, arraySize, buffer, copy));
  }
}
