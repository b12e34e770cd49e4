// SPDX-License-Identifier: Apache-2.0

/// Schemas: descriptions of a writer's classes, with which readers with other versions of them can
/// read its payloads. They contain names, numbers, fields and shapes, as objects and as bytes, and
/// refer to no classes except those of the JDK; `evolution` matches them with this side's classes.
@NullMarked
package dev.segue.serializer.internal.schema;

import org.jspecify.annotations.NullMarked;
