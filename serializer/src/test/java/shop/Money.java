// SPDX-License-Identifier: Apache-2.0
package shop;

import java.math.BigDecimal;

public final class Money {
  private final BigDecimal amount;

  public Money(BigDecimal amount) {
    this.amount = amount;
  }

  public BigDecimal amount() {
    return amount;
  }
}
