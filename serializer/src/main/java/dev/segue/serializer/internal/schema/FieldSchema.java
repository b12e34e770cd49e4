// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.schema;

/// A field as its writer had it.
///
/// @param ownerName the class that declares it, where the object has several of that name;
///   otherwise empty
public record FieldSchema(String name, String ownerName, ValueSchema value) {}
