// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A Java serialization stream that records everything that reading would reject: classes that are
/// not admitted, and objects that are nested too deeply.
final class SerializableOutput extends ObjectOutputStream {

  /// The maximum depth of objects.
  static final int MAX_DEPTH = 256;

  private static final int MOST_NAMED = 20;
  private static final StackWalker WALKER = StackWalker.getInstance();

  private final Admission admission;
  private final Set<Class<?>> refused = new LinkedHashSet<>();

  /// The number of objects that can still be written before the depth has to be measured.
  private int unmeasured = MAX_DEPTH;

  private boolean isTooDeep;

  private SerializableOutput(OutputStream bytes, Admission admission) throws IOException {
    super(bytes);
    this.admission = admission;
    enableReplaceObject(true);
  }

  /// Returns the bytes of an object.
  ///
  /// @param type its registered class
  static byte[] write(Object value, Class<?> type, Admission admission) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SerializableOutput stream = new SerializableOutput(bytes, admission)) {
      stream.writeObject(value);
      if (!stream.refused.isEmpty()) {
        throw unregistered(type, stream.refused);
      }
      if (stream.isTooDeep) {
        throw Errors.of(
            Kind.TOO_DEEP,
            "Java serialization of a %s nests objects more than %d levels deep; give it a TypeSurrogate"
                .formatted(type.getName(), MAX_DEPTH));
      }
    } catch (IOException | RuntimeException e) {
      throw Failures.hook("writeObject of " + type.getName(), e);
    }
    return bytes.toByteArray();
  }

  private static SerializationException unregistered(Class<?> type, Collection<Class<?>> refused) {
    return Errors.of(
        Kind.UNREGISTERED_CLASS,
        "Java serialization of a %s finds classes that are not registered for it:"
                .formatted(type.getName())
            + " %s; %s"
                .formatted(
                    refused.stream()
                            .limit(MOST_NAMED)
                            .map(Class::getName)
                            .collect(Collectors.joining(", "))
                        + (refused.size() > MOST_NAMED ? ", ..." : ""),
                    Admission.remedy(
                        refused.stream().limit(MOST_NAMED).toList(), type, "on both sides")));
  }

  @Override
  protected void annotateClass(Class<?> type) {
    check(type);
  }

  @Override
  protected void annotateProxyClass(Class<?> type) {
    throw Failures.unsupported(type, "it is a proxy, which is not admitted in Java serialization");
  }

  private void check(Class<?> type) {
    if (!admission.admits(type)) {
      refused.add(type);
    }
  }

  /// Measures the depth occasionally. Each level is an object, so no check is needed until as many
  /// objects have been written as there are levels left.
  @Override
  protected @Nullable Object replaceObject(@Nullable Object object) {
    if (--unmeasured <= 0 && !isTooDeep) {
      int depth = depth();
      isTooDeep = depth > MAX_DEPTH;
      unmeasured = MAX_DEPTH - depth;
    }
    return object;
  }

  /// Counts the frames of the method that calls [#replaceObject]: one for each object being
  /// written.
  private static int depth() {
    return WALKER.walk(frames -> {
      var all = frames.skip(2).toList();
      String caller = all.getFirst().getMethodName();
      return (int)
          all.stream()
              .filter(frame ->
                  frame.getClassName().equals(ObjectOutputStream.class.getName())
                      && frame.getMethodName().equals(caller))
              .count();
    });
  }
}
