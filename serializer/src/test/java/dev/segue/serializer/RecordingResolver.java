// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.net.spi.InetAddressResolverProvider;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The name service of this module's tests: records the names that are looked up. Hosts that end
/// with `.invalid` do not exist, and no server is queried.
public final class RecordingResolver extends InetAddressResolverProvider {

  /// The names that were looked up so far.
  static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

  /// Creates the provider, for the service loader.
  public RecordingResolver() {}

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver builtIn = configuration.builtinResolver();
    return new InetAddressResolver() {
      @Override
      public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
          throws UnknownHostException {
        ASKED.add(host);
        if (host.endsWith(".invalid")) {
          throw new UnknownHostException(host);
        }
        return builtIn.lookupByName(host, policy);
      }

      @Override
      public String lookupByAddress(byte[] address) throws UnknownHostException {
        return builtIn.lookupByAddress(address);
      }
    };
  }

  @Override
  public String name() {
    return "recording";
  }
}
