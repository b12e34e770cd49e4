// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One component of a record used as a key. The unsigned order of its bytes is the order of its
/// values (strings: by code points), and no value's bytes are a prefix of another value's:
///
/// ```text
/// boolean, char                0 or 1; 2 bytes
/// byte, short, int, long       big-endian, with the sign bit inverted
/// all others                   00 for null, or 01 and
///   boxes                        as above
///   String, enum (by name)       UTF-8 with 00 as 00 ff, then 00 01
///   UUID                         two longs
///   LocalDate                    its day as a long
///   Instant                      seconds as a long, nanoseconds (4)
///   record                       its components
/// ```
enum KeyPart {
  BOOLEAN {
    @Override
    void write(Object value, KeyBytes out) {
      out.put((Boolean) value ? 1 : 0);
    }

    @Override
    Object read(ByteBuffer in) {
      byte value = in.get();
      if ((value & ~1) != 0) {
        throw new MalformedRecordException("the key has a boolean with value=" + value);
      }
      return value == 1;
    }
  },

  CHAR {
    @Override
    void write(Object value, KeyBytes out) {
      out.putNumber((Character) value, Character.BYTES);
    }

    @Override
    Object read(ByteBuffer in) {
      return in.getChar();
    }
  },

  BYTE {
    @Override
    void write(Object value, KeyBytes out) {
      out.put((Byte) value ^ Byte.MIN_VALUE);
    }

    @Override
    Object read(ByteBuffer in) {
      return (byte) (in.get() ^ Byte.MIN_VALUE);
    }
  },

  SHORT {
    @Override
    void write(Object value, KeyBytes out) {
      out.putNumber((Short) value ^ Short.MIN_VALUE, Short.BYTES);
    }

    @Override
    Object read(ByteBuffer in) {
      return (short) (in.getShort() ^ Short.MIN_VALUE);
    }
  },

  INT {
    @Override
    void write(Object value, KeyBytes out) {
      out.putNumber((Integer) value ^ Integer.MIN_VALUE, Integer.BYTES);
    }

    @Override
    Object read(ByteBuffer in) {
      return in.getInt() ^ Integer.MIN_VALUE;
    }
  },

  LONG {
    @Override
    void write(Object value, KeyBytes out) {
      putLong((Long) value, out);
    }

    @Override
    Object read(ByteBuffer in) {
      return takeLong(in);
    }
  },

  STRING {
    @Override
    void write(Object value, KeyBytes out) {
      putText((String) value, out);
    }

    @Override
    Object read(ByteBuffer in) {
      return takeText(in);
    }
  },

  UUID_BITS {
    @Override
    void write(Object value, KeyBytes out) {
      putLong(((UUID) value).getMostSignificantBits(), out);
      putLong(((UUID) value).getLeastSignificantBits(), out);
    }

    @Override
    Object read(ByteBuffer in) {
      return new UUID(takeLong(in), takeLong(in));
    }
  },

  DATE {
    @Override
    void write(Object value, KeyBytes out) {
      putLong(((LocalDate) value).toEpochDay(), out);
    }

    @Override
    Object read(ByteBuffer in) {
      return LocalDate.ofEpochDay(takeLong(in));
    }
  },

  INSTANT {
    @Override
    void write(Object value, KeyBytes out) {
      Instant instant = (Instant) value;
      putLong(instant.getEpochSecond(), out);
      out.putNumber(instant.getNano(), Integer.BYTES);
    }

    @Override
    Object read(ByteBuffer in) {
      long seconds = takeLong(in);
      int nanos = in.getInt();
      if (nanos < 0 || nanos > MAX_NANOS) { // otherwise two keys could be the same instant
        throw new MalformedRecordException("the key has an Instant with nanos=" + nanos);
      }
      return Instant.ofEpochSecond(seconds, nanos);
    }
  };

  private static final int ZERO = 0;
  private static final byte ESCAPED = (byte) 0xFF;
  private static final byte END = 1;
  private static final int MAX_NANOS = 999_999_999;

  abstract void write(Object value, KeyBytes out);

  abstract Object read(ByteBuffer in);

  /// The part for a class or primitive type; null for enums, records and unsupported classes.
  static @Nullable KeyPart of(Class<?> type) {
    return switch (type.getName()) {
      case "boolean", "java.lang.Boolean" -> BOOLEAN;
      case "char", "java.lang.Character" -> CHAR;
      case "byte", "java.lang.Byte" -> BYTE;
      case "short", "java.lang.Short" -> SHORT;
      case "int", "java.lang.Integer" -> INT;
      case "long", "java.lang.Long" -> LONG;
      case "java.lang.String" -> STRING;
      case "java.util.UUID" -> UUID_BITS;
      case "java.time.LocalDate" -> DATE;
      case "java.time.Instant" -> INSTANT;
      default -> null;
    };
  }

  /// Reads a value, and reports bytes that are not a value.
  Object readChecked(ByteBuffer in) {
    try {
      return read(in);
    } catch (BufferUnderflowException | DateTimeException | ArithmeticException e) {
      throw new MalformedRecordException("the key ends early, or has no valid " + name(), e);
    }
  }

  private static void putLong(long value, KeyBytes out) {
    out.putNumber(value ^ Long.MIN_VALUE, Long.BYTES);
  }

  private static long takeLong(ByteBuffer in) {
    return in.getLong() ^ Long.MIN_VALUE;
  }

  static void putText(String text, KeyBytes out) {
    for (byte unit : KeyForm.text(text)) {
      out.put(unit);
      if (unit == ZERO) {
        out.put(ESCAPED);
      }
    }
    out.put(ZERO);
    out.put(END);
  }

  static String takeText(ByteBuffer in) {
    var text = new ByteArrayOutputStream();
    while (true) {
      byte unit = in.get();
      if (unit == ZERO) {
        byte next = in.get();
        if (next == END) {
          return KeyForm.text(ByteBuffer.wrap(text.toByteArray()));
        }
        if (next != ESCAPED) {
          throw new MalformedRecordException("the key has a text with an unknown escape");
        }
      }
      text.write(unit);
    }
  }
}
