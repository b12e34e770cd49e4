// SPDX-License-Identifier: Apache-2.0
package app;

/// The programs of three modules, whose sources are copied beside this one under other names.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    Objects.main(args);
    Bytes.main(args);
    Messages.main(args);
  }
}
