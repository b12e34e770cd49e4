// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// Which lanes connect publishers and subscribers, and which subscribers get a message.
public enum Delivery {
  /// One publisher and one subscriber at a time.
  PAIR(1),
  /// A message goes to one of the subscribers.
  QUEUE(2),
  /// A message goes to all the subscribers.
  BROADCAST(3);

  /// The code in the control file.
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
        MembershipException.Reason.FOREIGN, "the control file has an unknown delivery, " + code);
  }
}
