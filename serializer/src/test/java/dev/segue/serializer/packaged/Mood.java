// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.packaged;

/// An enum whose constants have bodies, and thus their own classes.
public enum Mood {
  GOOD {
    @Override
    int sign() {
      return 1;
    }
  },
  BAD {
    @Override
    int sign() {
      return -1;
    }
  };

  abstract int sign();
}
