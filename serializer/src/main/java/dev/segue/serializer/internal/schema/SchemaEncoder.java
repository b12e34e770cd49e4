// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;

/// Encodes documents. Equal documents have equal bytes, so that fingerprints identify them. Names
/// share prefixes with the previous name.
@SuppressWarnings("EnumOrdinal") // part of the format
public final class SchemaEncoder {

  static final int VERSION = 1;
  static final int COMPACT_NUMBERS = 1;
  static final int NAMES = 2;
  static final int LONG_NAME = 0xff;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<TypeSchema> types;
  private final boolean isOfNames;

  /// The previous names of classes, and of fields and constants.
  private byte[] lastClass = new byte[0];

  private byte[] lastMember = new byte[0];

  private SchemaEncoder(SchemaDocument document) {
    this.types = document.types();
    this.isOfNames = document.isOfNames();
  }

  public static byte[] encode(SchemaDocument document) {
    SchemaEncoder encoder = new SchemaEncoder(document);
    encoder.bytes.write(VERSION);
    int compact = document.compactNumbers() ? COMPACT_NUMBERS : 0;
    encoder.bytes.write(compact | (document.isOfNames() ? NAMES : 0));
    encoder.number(document.types().size());
    for (TypeSchema type : document.types()) {
      encoder.type(type);
    }
    return encoder.bytes.toByteArray();
  }

  private void type(TypeSchema type) {
    bytes.write(type.kind().ordinal());
    number(type.number());
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bytes.write(type.fingerprint() >>> shift);
    }
    className(type.name());
    if (isOfNames) {
      return;
    }
    if (type.kind().hasFields()) {
      number(type.fields().size());
      for (FieldSchema field : type.fields()) {
        field(field);
      }
    } else if (type.kind() == TypeSchema.Kind.ENUM) {
      number(type.constants().size());
      for (String constant : type.constants()) {
        memberName(constant);
      }
    }
  }

  private void field(FieldSchema field) {
    boolean owned = !field.ownerName().isEmpty();
    value(field.value(), owned ? Vocabulary.OWNED : 0);
    memberName(field.name());
    if (owned) {
      className(field.ownerName());
    }
  }

  private void value(ValueSchema value, int flag) {
    if (value instanceof ValueSchema.Primitive primitive) {
      bytes.write(Vocabulary.PRIMITIVE + primitive.kind().ordinal() | flag);
    } else if (value instanceof ValueSchema.Boxed boxed) {
      bytes.write(Vocabulary.BOXED + boxed.kind().ordinal() | flag);
    } else if (value instanceof ValueSchema.PrimitiveArray array) {
      bytes.write(Vocabulary.PRIMITIVE_ARRAY + array.kind().ordinal() | flag);
    } else if (value instanceof ValueSchema.Text) {
      bytes.write(Vocabulary.TEXT | flag);
    } else if (value instanceof ValueSchema.Any) {
      bytes.write(Vocabulary.ANY | flag);
    } else if (value instanceof ValueSchema.Bean bean) {
      bytes.write(Vocabulary.BEAN | flag);
      number(index(bean.className()));
    } else if (value instanceof ValueSchema.Constant constant) {
      bytes.write(Vocabulary.CONSTANT | flag);
      number(index(constant.enumName()));
    } else {
      elements(value, flag);
    }
  }

  private void elements(ValueSchema value, int flag) {
    if (value instanceof ValueSchema.ObjectArray array) {
      bytes.write(Vocabulary.OBJECT_ARRAY | flag);
      value(array.element(), 0);
    } else if (value instanceof ValueSchema.Sequence list) {
      container(list.declared(), flag);
      value(list.element(), 0);
    } else if (value instanceof ValueSchema.Mapping map) {
      container(map.declared(), flag);
      value(map.key(), 0);
      value(map.value(), 0);
    } else {
      throw new AssertionError(value);
    }
  }

  private void container(Class<?> declared, int flag) {
    bytes.write(Vocabulary.CONTAINER + Vocabulary.CONTAINERS.indexOf(declared) | flag);
  }

  private int index(String name) {
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new AssertionError(name + " is not in the document");
  }

  private void className(String name) {
    lastClass = name(name, lastClass);
  }

  private void memberName(String name) {
    lastMember = name(name, lastMember);
  }

  /// Writes the number of bytes that the name shares with the previous one of its kind, the number
  /// of its other bytes, and these bytes. Small numbers share one byte.
  ///
  /// @return the name
  private byte[] name(String name, byte[] last) {
    byte[] utf8 = name.getBytes(UTF_8);
    int shared = 0;
    while (shared < Math.min(utf8.length, last.length) && utf8[shared] == last[shared]) {
      shared++;
    }
    int rest = utf8.length - shared;
    if (shared < 16 && rest < 15) {
      bytes.write(shared << 4 | rest);
    } else {
      bytes.write(LONG_NAME);
      number(shared);
      number(rest);
    }
    bytes.write(utf8, shared, rest);
    return utf8;
  }

  /// Writes an unsigned number, seven bits per byte.
  private void number(int value) {
    int left = value;
    while (left > 0x7f) {
      bytes.write(left | 0x80);
      left >>>= 7;
    }
    bytes.write(left);
  }
}
