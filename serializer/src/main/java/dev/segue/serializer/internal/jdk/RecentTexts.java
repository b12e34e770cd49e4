// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

/// Immutable values by the texts that tell them: zones, locales. Only those of short texts are
/// kept, so that no payload makes the table large.
///
/// @param <T> the type of the values
final class RecentTexts<T> implements From<String, T> {

  private static final int MAX_LENGTH = 64;

  private final From<String, ? extends T> maker;
  private final Recent<String, T> recent = new Recent<>();

  RecentTexts(From<String, ? extends T> maker) {
    this.maker = maker;
  }

  @Override
  public T make(String text) throws Exception {
    T known = recent.find(text);
    if (known != null) {
      return known;
    }
    T value = maker.make(text);
    return text.length() <= MAX_LENGTH ? recent.keep(text, value) : value;
  }
}
