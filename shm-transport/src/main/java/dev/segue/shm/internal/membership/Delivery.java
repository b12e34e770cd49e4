// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// Which lanes there are between publishers and subscribers.
public enum Delivery {
  /// One of each at a time.
  PAIR(1),
  /// A message goes to one of the subscribers.
  QUEUE(2),
  /// A message goes to all the subscribers.
  BROADCAST(3);

  /// How the control file says it.
  final int code;

  Delivery(int code) {
    this.code = code;
  }

  static Delivery of(int code) throws MembershipException {
    for (Delivery delivery : values()) {
      if (delivery.code == code) {
        return delivery;
      }
    }
    throw new MembershipException(
        MembershipException.Reason.FOREIGN, "the control file has delivery " + code);
  }
}
