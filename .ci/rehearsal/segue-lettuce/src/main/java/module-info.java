// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.lettuce;

  opens app to
      dev.segue.serializer;
}
