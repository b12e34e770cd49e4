// SPDX-License-Identifier: Apache-2.0

module app {
  requires dev.segue.pekko;

  opens app to
      dev.segue.serializer;
}
