// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import dev.segue.grpc.SegueService;
import dev.segue.serializer.Serializer;

/// The service of the demo, defined by a plain interface.
interface Orders {

  record Order(long number, String article, int quantity) {}

  record Receipt(long number, String text) {}

  SegueService<Orders> SERVICE =
      SegueService.of(
          Orders.class, Serializer.builder().register(Order.class, Receipt.class).build());

  Receipt place(Order order);
}
