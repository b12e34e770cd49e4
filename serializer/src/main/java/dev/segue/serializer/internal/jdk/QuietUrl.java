// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Locale;
import java.util.Objects;

/// Creates URLs whose `equals` and `hashCode` compare text. JDK URLs resolve host names, so a
/// payload with a URL as a key could make its reader contact any name server. Everything else is
/// delegated to a JDK URL.
final class QuietUrl extends URLStreamHandler {

  private final URL original;

  private QuietUrl(URL original) {
    this.original = original;
  }

  /// @throws MalformedURLException if the text is not a URL, or this JVM does not know its protocol
  @SuppressWarnings("deprecation") // not every URL is a URI
  static URL of(String text) throws MalformedURLException {
    URL original = new URL(text);
    return new URL(null, text, new QuietUrl(original));
  }

  @Override
  protected void parseURL(URL url, String text, int start, int limit) {
    setURL(
        url,
        original.getProtocol(),
        original.getHost(),
        original.getPort(),
        original.getAuthority(),
        original.getUserInfo(),
        original.getPath(),
        original.getQuery(),
        original.getRef());
  }

  @Override
  protected URLConnection openConnection(URL url) throws IOException {
    return original.openConnection();
  }

  @Override
  protected URLConnection openConnection(URL url, Proxy proxy) throws IOException {
    return original.openConnection(proxy);
  }

  @Override
  protected int getDefaultPort() {
    return original.getDefaultPort();
  }

  @Override
  protected String toExternalForm(URL url) {
    return original.toExternalForm();
  }

  @Override
  protected boolean hostsEqual(URL one, URL other) {
    return Objects.requireNonNullElse(one.getHost(), "")
        .equalsIgnoreCase(Objects.requireNonNullElse(other.getHost(), ""));
  }

  @Override
  protected int hashCode(URL url) {
    return Objects.hash(
        url.getProtocol(),
        Objects.requireNonNullElse(url.getHost(), "").toLowerCase(Locale.ROOT),
        url.getFile(),
        url.getPort() == -1 ? url.getDefaultPort() : url.getPort(),
        url.getRef());
  }
}
