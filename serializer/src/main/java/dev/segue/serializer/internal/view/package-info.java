// SPDX-License-Identifier: Apache-2.0

/// Views: which methods of an interface read what, where in a payload that stands, and how it is
/// read step by step. Plans only name layouts of objects, whoever's they are; code for them is the
/// compiler's affair.
@NullMarked
package dev.segue.serializer.internal.view;

import org.jspecify.annotations.NullMarked;
