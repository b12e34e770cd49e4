// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

/// A field of a writer's class.
///
/// @param ownerName the class that declares the field, if the object has several fields with the
///   name; otherwise empty
public record FieldSchema(String name, String ownerName, ValueSchema value) {}
