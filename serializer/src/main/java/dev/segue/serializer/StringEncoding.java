// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

/// How strings with characters beyond Latin-1 are written. All others take one byte per character.
public enum StringEncoding {
  /// Two bytes per character: the fastest, and exact for every string.
  UTF_16,
  /// UTF-8: smaller for text that is mostly ASCII. A string with lone surrogates, which UTF-8
  /// cannot say, is written as UTF-16 all the same.
  UTF_8
}
