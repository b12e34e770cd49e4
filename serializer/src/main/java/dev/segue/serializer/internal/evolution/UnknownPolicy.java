// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

/// What becomes of what the writer knew and this side does not; the facade tells users.
public enum UnknownPolicy {
  FAIL,
  NULL,
  KEEP
}
