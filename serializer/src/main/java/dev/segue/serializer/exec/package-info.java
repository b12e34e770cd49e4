// SPDX-License-Identifier: Apache-2.0

/// Executing plans: the codecs of single types, the interpreter of plans, and the registry that
/// finds the codec of a class. Generated code links against this package and against memory.
@NullMarked
package dev.segue.serializer.exec;

import org.jspecify.annotations.NullMarked;
