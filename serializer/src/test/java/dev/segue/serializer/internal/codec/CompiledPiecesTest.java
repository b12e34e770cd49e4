// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The JIT compiles the interpreter in pieces: nested objects are not inlined.
class CompiledPiecesTest {

  /// The JVM's `FreqInlineSize`, in bytes.
  private static final int LARGEST_INLINED = 325;

  @ParameterizedTest
  @CsvSource({"Interpreter,write", "Interpreter,read", "Rows,writeRows", "Rows,readRows"})
  void interpretedObjectsAndRowsAreTooLargeToBeInlined(String type, String method)
      throws IOException {
    try (InputStream file = Interpreter.class.getResourceAsStream(type + ".class")) {
      byte[] bytes = Objects.requireNonNull(file, type).readAllBytes();
      List<Integer> lengths =
          ClassFile.of().parse(bytes).methods().stream()
              .filter(each -> each.methodName().equalsString(method))
              .map(CompiledPiecesTest::length)
              .filter(length -> length > 0)
              .toList();
      assertEquals(1, lengths.size(), lengths::toString);
      assertTrue(lengths.getFirst() > LARGEST_INLINED, lengths::toString);
    }
  }

  private static int length(MethodModel method) {
    boolean isBridge = (method.flags().flagsMask() & ClassFile.ACC_BRIDGE) != 0;
    return isBridge
        ? 0
        : method.findAttribute(Attributes.code()).map(code -> code.codeLength()).orElse(0);
  }
}
