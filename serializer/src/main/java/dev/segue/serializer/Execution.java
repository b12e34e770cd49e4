// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// How a serializer runs the code that writes and reads the objects of a class. The payloads are
/// the same. Later versions may add constants: a `switch` needs a `default`.
///
/// @see SerializerBuilder#execution
public enum Execution {
  /// Generates bytecode for each class when it is first used: the default, and the fastest.
  COMPILED,
  /// Interprets at first, so that the first objects need not wait for code generation, and compiles
  /// frequently used classes in the background.
  AUTO,
  /// Interprets only, and generates no code.
  INTERPRETED
}
