// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.inspect.quotes;

/// A trade at a price.
public record Trade(Quote quote, long id) {}
