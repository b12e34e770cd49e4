// SPDX-License-Identifier: Apache-2.0

/// Messages of gRPC in Segue's format: a [marshaller][dev.segue.grpc.SegueMarshaller] for any
/// service.
@NullMarked
package dev.segue.grpc;

import org.jspecify.annotations.NullMarked;
