// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import java.util.ArrayList;
import java.util.List;

/// The content of a session.
public class Cart {
  private List<Item> items = new ArrayList<>();

  public Cart() {}

  public List<Item> getItems() {
    return items;
  }

  public void setItems(List<Item> items) {
    this.items = items;
  }
}
