// SPDX-License-Identifier: Apache-2.0

/// From a model to an immutable list of operations at fixed offsets: what both executors execute,
/// and what a layout is explained from.
@NullMarked
package dev.segue.serializer.plan;

import org.jspecify.annotations.NullMarked;
