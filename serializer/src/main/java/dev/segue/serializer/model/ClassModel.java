// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.model;

import java.util.List;

/// A class as it is serialized: how instances are made, and its fields, superclasses' first, in
/// declared order. The order on the wire is the plan's affair.
public record ClassModel(Class<?> type, Creation creation, List<FieldModel> fields) {

  public ClassModel {
    fields = List.copyOf(fields);
  }

  public boolean isRecord() {
    return creation instanceof Creation.Canonical;
  }
}
