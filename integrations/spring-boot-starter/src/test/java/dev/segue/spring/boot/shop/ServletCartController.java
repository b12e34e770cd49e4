// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import jakarta.servlet.http.HttpSession;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/// Keeps a cart in the session of Tomcat.
@RestController
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
class ServletCartController {
  @GetMapping("/cart/{name}")
  int add(@PathVariable String name, HttpSession session) {
    Cart cart = session.getAttribute("cart") instanceof Cart stored ? stored : new Cart();
    cart.getItems().add(new Item(name, 1));
    session.setAttribute("cart", cart);
    return cart.getItems().size();
  }
}
