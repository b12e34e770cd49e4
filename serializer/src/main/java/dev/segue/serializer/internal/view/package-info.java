// SPDX-License-Identifier: Apache-2.0

/// Views: plans the methods of an interface on the layout of an object, and interprets such plans.
/// A layout may be the reader's own or another writer's. The compiler generates code from plans.
@NullMarked
package dev.segue.serializer.internal.view;

import org.jspecify.annotations.NullMarked;
