// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.wire.Form;

/// The codec of a [ScalarCodec] type, for values whose declared type does not determine their
/// class.
public final class ScalarCodecAdapter extends InterpretedCodec {

  private final ScalarCodec scalarCodec;

  public ScalarCodecAdapter(ScalarCodec scalarCodec) {
    this.scalarCodec = scalarCodec;
  }

  ScalarCodec scalarCodec() {
    return scalarCodec;
  }

  @Override
  public boolean isTracked() {
    return scalarCodec.isTracked();
  }

  @Override
  public boolean isTracked(Object value) {
    return scalarCodec.isTracked(value);
  }

  @Override
  public Form form() {
    return scalarCodec.form();
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    return scalarCodec.write(value, buffer, position, limit);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    return scalarCodec.read(buffer, position, end);
  }
}
