// SPDX-License-Identifier: Apache-2.0

/// Reads payloads that were written with other versions of the classes: matches a writer's classes
/// and fields with the reader's, converts values between them, and builds a registry of codecs for
/// each schema. Writers use only the schemas of local classes.
@NullMarked
package dev.segue.serializer.internal.evolution;

import org.jspecify.annotations.NullMarked;
