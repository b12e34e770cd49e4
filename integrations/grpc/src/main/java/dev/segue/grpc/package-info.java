// SPDX-License-Identifier: Apache-2.0

/// gRPC with Segue: a [marshaller][dev.segue.grpc.SegueMarshaller] for any service, services from
/// [plain interfaces][dev.segue.grpc.SegueService] (with other [names][dev.segue.grpc.GrpcName]),
/// messages of [bytes][dev.segue.grpc.SegueBytes], and [zstd][dev.segue.grpc.SegueZstd].
@NullMarked
package dev.segue.grpc;

import org.jspecify.annotations.NullMarked;
