// SPDX-License-Identifier: Apache-2.0

/// Schemas: descriptions of a writer's classes, which readers with other versions of the classes
/// need to read its payloads. They contain names, numbers, fields and shapes, as objects and as
/// bytes, and refer to no classes except JDK ones; `evolution` matches them with the reader's
/// classes.
@NullMarked
package dev.segue.serializer.internal.schema;

import org.jspecify.annotations.NullMarked;
