// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.spring;
  requires spring.data.redis;

  opens app to
      dev.segue.serializer;
}
