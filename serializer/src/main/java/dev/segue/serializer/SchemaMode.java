// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// How much the reader of a payload must share with its writer.
public enum SchemaMode {
  /// Writer and reader have the same version of every class; a mismatch is an error, never garbage.
  CONSISTENT
}
