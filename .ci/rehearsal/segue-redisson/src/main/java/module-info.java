// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.redisson;

  opens app to
      dev.segue.serializer;
}
