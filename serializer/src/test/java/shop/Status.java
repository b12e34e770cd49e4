// SPDX-License-Identifier: Apache-2.0
package shop;

/// An enum that is declared, and so needs no registration.
public enum Status {
  OPEN,
  PAID
}
