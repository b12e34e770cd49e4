// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One field of each kind.
public record Order(
    long id,
    @Nullable Integer discount,
    Status status,
    String customer,
    String note,
    List<Item> items,
    @Nullable Object extra) {}
