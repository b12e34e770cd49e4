// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Attributes;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;

/// Adds the credentials of a call to its headers, before it is sent.
final class Credentials extends CallCredentials.MetadataApplier {

  private final ClientStream<?, ?> call;
  private final ShmChannel channel;
  private final AtomicBoolean done = new AtomicBoolean();

  private Credentials(ClientStream<?, ?> call, ShmChannel channel) {
    this.call = call;
    this.channel = channel;
  }

  static void apply(CallCredentials credentials, ClientStream<?, ?> call, ShmChannel channel) {
    Credentials applier = new Credentials(call, channel);
    try {
      credentials.applyRequestMetadata(
          new Info(call, channel), channel.credentialsExecutor(), applier);
    } catch (RuntimeException | Error e) {
      applier.failOnce(
          Status.UNAUTHENTICATED
              .withDescription("Credentials should use fail() instead of throwing exceptions")
              .withCause(e));
    }
  }

  @Override
  public void apply(Metadata headers) {
    once();
    call.headers().merge(headers);
    channel.submit(call);
  }

  @Override
  public void fail(Status status) {
    once();
    call.cancel(status);
  }

  /// Ends the call, unless the credentials answered before they failed.
  private void failOnce(Status status) {
    if (done.compareAndSet(false, true)) {
      call.cancel(status);
    }
  }

  private void once() {
    if (!done.compareAndSet(false, true)) {
      throw new IllegalStateException("apply() or fail() already called");
    }
  }

  private static final class Info extends CallCredentials.RequestInfo {
    private final ClientStream<?, ?> call;
    private final ShmChannel channel;

    Info(ClientStream<?, ?> call, ShmChannel channel) {
      this.call = call;
      this.channel = channel;
    }

    @Override
    public MethodDescriptor<?, ?> getMethodDescriptor() {
      return call.method();
    }

    @Override
    public CallOptions getCallOptions() {
      return call.options();
    }

    @Override
    public SecurityLevel getSecurityLevel() {
      return SecurityLevel.PRIVACY_AND_INTEGRITY;
    }

    @Override
    public String getAuthority() {
      return channel.authorityOf(call.options());
    }

    @Override
    public Attributes getTransportAttrs() {
      return channel.transportAttributes();
    }
  }
}
