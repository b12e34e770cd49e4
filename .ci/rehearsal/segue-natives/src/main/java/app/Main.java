// SPDX-License-Identifier: Apache-2.0
package app;

/// The libraries of a platform are resources.
final class Main {

  private Main() {}

  public static void main(String[] args) {
    ClassLoader loader = Main.class.getClassLoader();
    System.out.println(loader.getResource("segue-native/linux-amd64/libzstd.so") != null);
  }
}
