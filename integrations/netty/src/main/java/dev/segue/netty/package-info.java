// SPDX-License-Identifier: Apache-2.0

/// Handlers for Netty's pipelines: objects in frames ([SegueEncoder][dev.segue.netty.SegueEncoder],
/// [SegueDecoder][dev.segue.netty.SegueDecoder]) and zstd
/// ([SegueZstdEncoder][dev.segue.netty.SegueZstdEncoder],
/// [SegueZstdDecoder][dev.segue.netty.SegueZstdDecoder]).
@NullMarked
package dev.segue.netty;

import org.jspecify.annotations.NullMarked;
