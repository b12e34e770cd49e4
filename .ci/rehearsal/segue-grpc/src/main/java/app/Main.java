// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.grpc.SegueMarshaller;
import dev.segue.grpc.SegueService;
import dev.segue.grpc.SegueZstd;
import dev.segue.serializer.Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Messages, services and the codec, without a network.
final class Main {

  record Order(String article, int quantity) {}

  interface Orders {
    Order place(Order order);
  }

  private Main() {}

  public static void main(String[] args) throws IOException {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    SegueMarshaller<Order> marshaller = SegueMarshaller.of(serializer, Order.class);
    Order order = new Order("tea", 2);
    System.out.println(order.equals(marshaller.parse(marshaller.stream(order))));
    SegueService<Orders> orders = SegueService.of(Orders.class, serializer);
    System.out.println(orders.bind(given -> given).getMethods().size() == 1);
    byte[] data = "tea, milk, ".repeat(100).getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SegueZstd zstd = new SegueZstd();
    try (OutputStream compressing = zstd.compress(bytes)) {
      compressing.write(data);
    }
    ByteArrayInputStream compressed = new ByteArrayInputStream(bytes.toByteArray());
    System.out.println(Arrays.equals(data, zstd.decompress(compressed).readAllBytes()));
  }
}
