// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import org.jspecify.annotations.Nullable;

/// An event of a shop, with twelve fields and no other objects than strings.
@SuppressWarnings({
  "doclint:missing", // only the type of a field matters
  "NullAway.Init" // set when an object is created or read
})
public final class FlatEvent {
  public long id;
  public long time;
  public String customer;
  public String session;
  public String action;
  public String page;
  public String country;
  public double amount;
  public int quantity;
  public int durationMillis;
  public boolean mobile;
  public @Nullable String campaign;

  /// Creates an empty object.
  public FlatEvent() {}

  /// Creates an event.
  ///
  /// @return a new event, equal in content to any other that this method returns
  public static FlatEvent populated() {
    var event = new FlatEvent();
    event.id = 7_340_221_983L;
    event.time = 1_790_000_000_123L;
    event.customer = "C-0048213";
    event.session = "5f1c2a9e77b04d10";
    event.action = "add-to-basket";
    event.page = "/tea/green/sencha-first-harvest";
    event.country = "DE";
    event.amount = 17.9;
    event.quantity = 2;
    event.durationMillis = 48_213;
    event.mobile = true;
    return event;
  }
}
