// SPDX-License-Identifier: Apache-2.0

/// How payloads are read that were written with other versions of the classes: this side's schemas,
/// what a writer's class and one of this side have in common, the conversions between them, and a
/// registry of codecs for each schema that is met. Writing never comes here but for the schemas.
@NullMarked
package dev.segue.serializer.internal.evolution;

import org.jspecify.annotations.NullMarked;
