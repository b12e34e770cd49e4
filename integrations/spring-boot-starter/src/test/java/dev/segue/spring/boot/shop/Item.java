// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.boot.shop;

import java.io.Serializable;

/// An item; `Serializable`, because it used to be stored with Java serialization.
public record Item(String name, int pieces) implements Serializable {}
