// SPDX-License-Identifier: Apache-2.0

/// Runnable examples of each module.
module dev.segue.examples {
  requires com.esotericsoftware.kryo;
  requires dev.segue.compression;
  requires dev.segue.grpc;
  requires dev.segue.grpc.shm;
  requires dev.segue.serializer;
  requires dev.segue.shm;
  requires fst;
  requires io.grpc;
  requires io.grpc.netty;
  requires io.netty.transport;
  requires io.netty.transport.classes.epoll;
  requires io.netty.transport.unix.common;
  requires java.logging;
  requires java.management;
  requires java.sql;
  requires org.apache.fory.core;
  requires static org.jspecify;

  opens dev.segue.examples to
      dev.segue.serializer;
  opens dev.segue.examples.rpc to
      dev.segue.grpc,
      dev.segue.serializer;
  opens dev.segue.examples.transports to
      dev.segue.serializer;
}
