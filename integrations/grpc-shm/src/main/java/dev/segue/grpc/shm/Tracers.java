// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StreamTracer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tracers of one call. An exception of a tracer ends the call; an exception at the end of the
/// call is logged.
///
/// @param <T> the kind of tracers
final class Tracers<T extends StreamTracer> {

  private static final Logger LOGGER = System.getLogger("dev.segue.grpc.shm");

  private volatile List<T> tracers;

  // Guarded by this.
  private @Nullable Status closed;

  private Tracers(List<T> tracers) {
    this.tracers = tracers;
  }

  /// Creates the tracers of a client's call.
  static Tracers<ClientStreamTracer> ofClient(CallOptions options, Metadata headers) {
    return new Tracers<>(create(options, headers, false));
  }

  private static List<ClientStreamTracer> create(
      CallOptions options, Metadata headers, boolean again) {
    List<ClientStreamTracer.Factory> factories = options.getStreamTracerFactories();
    if (factories.isEmpty()) {
      return List.of();
    }
    ClientStreamTracer.StreamInfo info =
        ClientStreamTracer.StreamInfo.newBuilder()
            .setCallOptions(options)
            .setIsTransparentRetry(again)
            .build();
    return factories.stream().map(factory -> factory.newClientStreamTracer(info, headers)).toList();
  }

  /// Reports the end of an attempt, and creates the tracers of the next one.
  static void again(
      Tracers<ClientStreamTracer> all, Status ended, CallOptions options, Metadata headers) {
    List<ClientStreamTracer> next = create(options, headers, true);
    List<ClientStreamTracer> before = all.tracers;
    Status closed;
    synchronized (all) {
      closed = all.closed;
      all.tracers = next;
    }
    if (closed == null) {
      close(before, ended);
    } else {
      close(next, closed);
    }
  }

  /// Creates the tracers of a server's call.
  static Tracers<ServerStreamTracer> ofServer(
      List<ServerStreamTracer.Factory> factories, String method, Metadata headers) {
    return new Tracers<>(
        factories.isEmpty()
            ? List.of()
            : factories.stream()
                .map(factory -> factory.newServerStreamTracer(method, headers))
                .toList());
  }

  static void created(Tracers<ClientStreamTracer> all, Attributes transport, Metadata headers) {
    for (ClientStreamTracer tracer : all.tracers) {
      tracer.streamCreated(transport, headers);
    }
  }

  static void pending(Tracers<ClientStreamTracer> all) {
    for (ClientStreamTracer tracer : all.tracers) {
      tracer.createPendingStream();
    }
  }

  static void outboundHeaders(Tracers<ClientStreamTracer> all) {
    for (ClientStreamTracer tracer : all.tracers) {
      tracer.outboundHeaders();
    }
  }

  static void inboundHeaders(Tracers<ClientStreamTracer> all, Metadata headers) {
    for (ClientStreamTracer tracer : all.tracers) {
      tracer.inboundHeaders(headers);
    }
  }

  static void inboundTrailers(Tracers<ClientStreamTracer> all, Metadata trailers) {
    for (ClientStreamTracer tracer : all.tracers) {
      tracer.inboundTrailers(trailers);
    }
  }

  static Context filterContext(Tracers<ServerStreamTracer> all, Context context) {
    Context filtered = context;
    for (ServerStreamTracer tracer : all.tracers) {
      filtered = tracer.filterContext(filtered);
    }
    return filtered;
  }

  static void callStarted(
      Tracers<ServerStreamTracer> all, ServerStreamTracer.ServerCallInfo<?, ?> info) {
    for (ServerStreamTracer tracer : all.tracers) {
      tracer.serverCallStarted(info);
    }
  }

  void outboundMessage(int number) {
    for (T tracer : tracers) {
      tracer.outboundMessage(number);
    }
  }

  void outboundMessageSent(int number, long wireSize, long size) {
    for (T tracer : tracers) {
      tracer.outboundUncompressedSize(size);
      tracer.outboundWireSize(wireSize);
      tracer.outboundMessageSent(number, wireSize, size);
    }
  }

  void inboundMessage(int number) {
    for (T tracer : tracers) {
      tracer.inboundMessage(number);
    }
  }

  /// @param size the uncompressed size, or -1 if the message is compressed: then its size is
  ///   reported later
  void inboundMessageRead(int number, long wireSize, long size) {
    for (T tracer : tracers) {
      tracer.inboundWireSize(wireSize);
      tracer.inboundMessageRead(number, wireSize, size);
      if (size >= 0) {
        tracer.inboundUncompressedSize(size);
      }
    }
  }

  void inboundUncompressedSize(long size) {
    for (T tracer : tracers) {
      tracer.inboundUncompressedSize(size);
    }
  }

  /// Reports the end of the call. Has no effect the second time.
  void closed(Status status) {
    List<T> open;
    synchronized (this) {
      if (closed != null) {
        return;
      }
      closed = status;
      open = tracers;
    }
    close(open, status);
  }

  private static void close(List<? extends StreamTracer> tracers, Status status) {
    for (StreamTracer tracer : tracers) {
      try {
        tracer.streamClosed(status);
      } catch (RuntimeException | Error e) {
        LOGGER.log(Level.WARNING, "a tracer has failed at the end of its call", e);
      }
    }
  }
}
