// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.serializer;
  requires dev.segue.spring.boot;
  requires org.apache.commons.logging; // Spring names no modules, so that nothing else requires it.
  requires spring.boot;
  requires spring.boot.autoconfigure;
  requires spring.context;

  opens app;
}
