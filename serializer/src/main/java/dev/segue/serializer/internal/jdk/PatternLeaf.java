// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.Leaf;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.text.Normalizer;
import java.util.Objects;
import java.util.regex.Pattern;

/// [Pattern]: the flags it was made with, then the regular expression as a text.
record PatternLeaf() implements Leaf {

  /// The longest run of combining marks in a pattern with canonical equivalence, of which it makes
  /// every permutation.
  private static final int MAX_MARKS = 4;

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
  public long write(Object value, Medium medium, long position, long limit) {
    Pattern pattern = (Pattern) value;
    long text = Slots.reserve(position, Integer.BYTES, limit);
    medium.putInt(position, flags(pattern));
    return medium.writeText(requireFewMarks(pattern.pattern(), pattern.flags()), text, limit);
  }

  @Override
  public Object read(Medium medium, long position, long end) {
    long text = Slots.block(position, Integer.BYTES, end);
    int flags = medium.getInt(position);
    String regex = medium.readText(text, end);
    try {
      return Pattern.compile(requireFewMarks(regex, flags), flags);
    } catch (RuntimeException e) {
      throw Failures.corrupt(e, Pattern.class, position);
    }
  }

  /// Those that the pattern was made with. `Pattern.flags()` is those that hold at its end, which
  /// may have been set inside; the others take long to find out.
  private static int flags(Pattern pattern) {
    if (!mayHoldFlags(pattern.pattern())) {
      return pattern.flags();
    }
    return (Integer) Objects.requireNonNull(FIELDS.of(pattern).get("flags"), "a serial field");
  }

  /// Whether flags may stand in a regular expression: behind a question mark at the beginning of a
  /// group, where white space, a comment or an empty quotation may come before it.
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
              "it asks for canonical equivalence, with more than " + MAX_MARKS + " marks in a row");
        }
      }
    }
    return regex;
  }
}
