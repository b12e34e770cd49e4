// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import org.jspecify.annotations.Nullable;

/// Immutable values by the texts that tell them, where making one anew takes long and a program
/// meets few: zones, locales. The last ones are kept, at most one in each place of a table, and
/// only short ones, so that no payload makes it large.
///
/// Any thread may ask: who misses what another has just made makes it again.
///
/// @param <T> the type of the values
final class RecentTexts<T> implements From<String, T> {

  private static final int PLACES = 64;
  private static final int MAX_LENGTH = 64;

  private record Told<T>(String text, T value) {}

  private final From<String, ? extends T> maker;

  @SuppressWarnings("unchecked") // of nulls
  private final @Nullable Told<T>[] recent = (Told<T>[]) new Told<?>[PLACES];

  RecentTexts(From<String, ? extends T> maker) {
    this.maker = maker;
  }

  @Override
  public T make(String text) throws Exception {
    int place = text.hashCode() & (PLACES - 1);
    Told<T> told = recent[place];
    if (told != null && told.text.equals(text)) {
      return told.value;
    }
    T value = maker.make(text);
    if (text.length() <= MAX_LENGTH) {
      recent[place] = new Told<>(text, value);
    }
    return value;
  }
}
