// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.util.function.Function;
import java.util.function.Supplier;

/// Turns the plan of a view into code that executes it, generated or interpreted.
///
/// @param views returns a constructor of views
/// @param cursors returns a constructor of cursors, for plans with a root
public record ViewCode(
    Function<ViewPlan, Supplier<ViewBase>> views,
    Function<ViewPlan, Function<ViewBase, Object>> cursors) {}
