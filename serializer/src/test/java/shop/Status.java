// SPDX-License-Identifier: Apache-2.0
package shop;

/// An enum that a field declares, and that so needs no registration.
public enum Status {
  OPEN,
  PAID
}
