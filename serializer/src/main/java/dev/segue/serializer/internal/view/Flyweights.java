// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.util.function.Function;

/// The flyweights that show strings and lists to users. They belong to the public package, which
/// passes them in: the interfaces are sealed, so this package cannot implement them.
///
/// @param text the interface for strings
/// @param texts reads strings
/// @param list the interface for lists of objects
/// @param lists returns a reader of lists with the given elements
public record Flyweights(
    Class<?> text, Part texts, Class<?> list, Function<ViewedElements, Part> lists) {}
