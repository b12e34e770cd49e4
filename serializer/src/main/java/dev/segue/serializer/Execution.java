// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// The way in which a serializer writes and reads objects: by generated code or by interpretation.
/// The payloads are the same. Later versions may add constants: a `switch` needs a `default`.
///
/// The system property `dev.segue.serializer.execution` sets the default for all serializers of a
/// JVM: to the name of a constant.
///
/// @see SerializerBuilder#execution
public enum Execution {
  /// Generates bytecode for each class on first use, or uses bytecode from [CodecFiles] where the
  /// JVM forbids defining classes. The first object of a class waits for its code.
  COMPILED,
  /// The default: interprets at first, so that no object waits for code generation, and generates
  /// code for frequently used classes in the background, in one thread that ends when it is idle.
  /// After that, as fast as [#COMPILED].
  AUTO,
  /// Interprets only. No code is generated.
  INTERPRETED;

  private static final String PROPERTY = "dev.segue.serializer.execution";

  /// The default for serializers.
  ///
  /// @throws IllegalArgumentException if the value of the system property is not the name of a
  ///   constant
  static Execution byDefault() {
    String name = System.getProperty(PROPERTY);
    if (name == null) {
      return AUTO;
    }
    for (Execution execution : values()) {
      if (execution.name().equalsIgnoreCase(name)) {
        return execution;
      }
    }
    throw new IllegalArgumentException(
        PROPERTY + "=" + name + " is none of COMPILED, AUTO and INTERPRETED");
  }
}
