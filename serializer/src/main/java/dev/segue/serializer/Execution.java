// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// The way in which a serializer writes and reads objects: by generated code or by interpretation.
/// The payloads are the same. Later versions may add constants: a `switch` needs a `default`.
///
/// @see SerializerBuilder#execution
public enum Execution {
  /// Generates bytecode for each class when it is first used, or uses that of [CodecFiles] where a
  /// JVM does not permit this: the default, and the fastest.
  COMPILED,
  /// Interprets at first, so that the first objects do not wait for code generation, and generates
  /// code for frequently used classes in the background.
  AUTO,
  /// Interprets only. No code is generated.
  INTERPRETED
}
