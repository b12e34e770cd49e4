// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import java.lang.reflect.Method;
import java.util.List;

/// A method of a view, and the path to the value that it returns.
///
/// @param method the method of the interface
/// @param number its number in the view
/// @param steps the fields to follow, from the view's own object
/// @param owner the layout of the object that the last step leads to
/// @param viewedValue the value within that object
/// @param path the path in error messages: `Content.media.title`
public record Accessor(
    Method method,
    int number,
    List<Step> steps,
    ObjectLayout owner,
    ViewedValue viewedValue,
    String path) {

  public Accessor {
    steps = List.copyOf(steps);
  }

  /// A field that holds an object.
  ///
  /// @param owner the layout of the object that has the field
  /// @param target the layout of the object in the field
  public record Step(ObjectLayout owner, Operation.Slot slot, ObjectLayout target) {}

  public boolean isPrimitive() {
    return method.getReturnType().isPrimitive();
  }
}
