// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot;

/// Thrown if the application has no base package, and no setting names one.
final class NoPackagesException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoPackagesException() {
    super("Segue does not know the packages of the application's classes");
  }
}
