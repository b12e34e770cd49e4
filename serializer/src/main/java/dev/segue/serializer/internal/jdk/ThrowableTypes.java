// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.layout.SerialFields;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Adds the throwables of the JDK, and the elements of stack traces.
@SuppressWarnings("NullAway") // a missing part fails where it is used
final class ThrowableTypes {

  private static final SerialFields ELEMENT = SerialFields.of(StackTraceElement.class);

  private ThrowableTypes() {}

  static void addTo(Catalog catalog) {
    catalog.addFamily(182, Throwable.class, new JdkThrowableCodec(catalog.values()));
    // No method returns the format, which determines what toString() includes.
    catalog.parts(
        183,
        StackTraceElement.class,
        8,
        element ->
            new Object[] {
              element.getClassLoaderName(),
              element.getModuleName(),
              element.getModuleVersion(),
              element.getClassName(),
              element.getMethodName(),
              element.getFileName(),
              element.getLineNumber(),
              ELEMENT.of(element).get("format")
            },
        ThrowableTypes::element);
  }

  private static StackTraceElement element(@Nullable Object[] parts) {
    StackTraceElement element =
        new StackTraceElement(
            (String) parts[0],
            (String) parts[1],
            (String) parts[2],
            (String) parts[3],
            (String) parts[4],
            (String) parts[5],
            (int) parts[6]);
    Map<String, @Nullable Object> fields = new HashMap<>(ELEMENT.of(element));
    fields.put("format", parts[7]);
    ELEMENT.set(element, fields);
    return element;
  }
}
