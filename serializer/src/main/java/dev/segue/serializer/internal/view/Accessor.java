// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import java.lang.reflect.Method;
import java.util.List;

/// A method of a view, and how what it returns is found.
///
/// @param method of the interface
/// @param number its number in the view
/// @param steps the objects on the way from the view's own
/// @param owner the layout of the object that the last step leads to
/// @param leaf what is read of it
/// @param path as in errors: `Content.media.title`
public record Accessor(
    Method method,
    int number,
    List<Step> steps,
    ObjectLayout owner,
    ViewedValue leaf,
    String path) {

  public Accessor {
    steps = List.copyOf(steps);
  }

  /// A field that holds an object, and that object's layout.
  public record Step(ObjectLayout owner, Operation.Slot slot, ObjectLayout target) {}

  public boolean isPrimitive() {
    return method.getReturnType().isPrimitive();
  }
}
