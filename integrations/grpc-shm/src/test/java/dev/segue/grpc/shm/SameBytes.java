// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Decompressor;
import java.io.InputStream;

/// The decompressor of {@link VictimCall}.
final class SameBytes implements Decompressor {
  @Override
  public String getMessageEncoding() {
    return "victim";
  }

  @Override
  public InputStream decompress(InputStream bytes) {
    return bytes;
  }
}
