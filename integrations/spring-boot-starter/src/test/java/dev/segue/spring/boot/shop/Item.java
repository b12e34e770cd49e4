// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import java.io.Serializable;

/// An item; serializable, since it was stored by Java serialization once.
public record Item(String name, int pieces) implements Serializable {}
