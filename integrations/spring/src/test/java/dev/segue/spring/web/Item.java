// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

record Item(String name, int pieces) {}
