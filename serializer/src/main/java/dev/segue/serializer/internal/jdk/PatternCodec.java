// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.registry.ScalarCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.text.Normalizer;
import java.util.Objects;
import java.util.regex.Pattern;

/// The codec of [Pattern]. The format is the flags that it was compiled with, then the regular
/// expression as text.
record PatternCodec() implements ScalarCodec {

  /// The maximum run of combining marks in a pattern with canonical equivalence. The JDK tries all
  /// permutations of them.
  private static final int MAX_MARKS = 4;

  /// The work of compiling a short pattern.
  private static final int COMPILATION = 40_000;

  private static final SerialFields FIELDS = SerialFields.of(Pattern.class);

  @Override
  public boolean isTracked() {
    return true;
  }

  @Override
  public Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  public long write(Object value, PayloadBuffer buffer, long position, long limit) {
    Pattern pattern = (Pattern) value;
    long text = Slots.reserve(position, Integer.BYTES, limit);
    buffer.putInt(position, flags(pattern));
    return buffer.writeText(requireFewMarks(pattern.pattern(), pattern.flags()), text, limit);
  }

  @Override
  public Object read(PayloadBuffer buffer, long position, long end) {
    long text = Slots.block(position, Integer.BYTES, end);
    int flags = buffer.getInt(position);
    String regex = buffer.readText(text, end);
    Session session = buffer.session();
    if (session != null) {
      session.workOn(Pattern.class, COMPILATION);
    }
    try {
      return Pattern.compile(requireFewMarks(regex, flags), flags);
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, Pattern.class, position);
    }
  }

  /// Returns the flags that the pattern was compiled with. `Pattern.flags()` includes flags that
  /// the expression itself sets. Reading the serial field is slow, so it is done only for
  /// expressions that may set flags.
  private static int flags(Pattern pattern) {
    if (!mayHoldFlags(pattern.pattern())) {
      return pattern.flags();
    }
    return (Integer) Objects.requireNonNull(FIELDS.of(pattern).get("flags"), "a serial field");
  }

  /// Whether a regular expression may set flags: after a question mark at the beginning of a group,
  /// possibly preceded by white space, a comment or an empty quotation.
  private static boolean mayHoldFlags(String regex) {
    for (int at = regex.indexOf('(') + 1; at > 0; at = regex.indexOf('(', at) + 1) {
      char first = at < regex.length() ? regex.charAt(at) : ')';
      if (first == '?'
          || first == '#'
          || Character.isWhitespace(first)
          || regex.startsWith("\\Q", at)) {
        return true;
      }
    }
    return false;
  }

  private static String requireFewMarks(String regex, int flags) {
    if ((flags & Pattern.CANON_EQ) != 0) {
      int marks = 0;
      String decomposed = Normalizer.normalize(regex, Normalizer.Form.NFD);
      for (int i = 0; i < decomposed.length(); i++) {
        int category = Character.getType(decomposed.charAt(i));
        boolean isMark =
            category == Character.NON_SPACING_MARK
                || category == Character.ENCLOSING_MARK
                || category == Character.COMBINING_SPACING_MARK
                || category == Character.SURROGATE;
        marks = isMark ? marks + 1 : 0;
        if (marks > MAX_MARKS) {
          throw Failures.unsupported(
              Pattern.class,
              "it uses canonical equivalence with more than "
                  + MAX_MARKS
                  + " combining marks in a row");
        }
      }
    }
    return regex;
  }
}
