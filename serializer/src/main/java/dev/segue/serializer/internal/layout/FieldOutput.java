// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object stream that collects the serial fields of an object in a map, and writes no bytes.
final class FieldOutput extends ObjectOutputStream {

  final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  FieldOutput() throws IOException {
    super();
  }

  @Override
  public PutField putFields() {
    return new Put(fields);
  }

  @Override
  public void writeFields() {}

  private static final class Put extends ObjectOutputStream.PutField {

    private final Map<String, @Nullable Object> fields;

    Put(Map<String, @Nullable Object> fields) {
      this.fields = fields;
    }

    @Override
    public void put(String name, boolean value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, byte value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, char value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, short value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, int value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, long value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, float value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, double value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, @Nullable Object value) {
      fields.put(name, value);
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal") // the superclass method is abstract
    public void write(ObjectOutput out) {
      throw new UnsupportedOperationException();
    }
  }
}
