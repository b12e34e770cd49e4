// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.error.Failures;
import java.io.File;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Currency;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Adds the types that are written as text, and internet addresses.
final class TextTypes {

  /// The texts of recent locales.
  private static final Recent<Locale, String> LOCALES = new Recent<>();

  private TextTypes() {}

  static void addTo(Catalog catalog) {
    catalog.text(118, URI.class, URI::toString, URI::new);
    catalog.text(119, URL.class, URL::toExternalForm, QuietUrl::of);
    catalog.text(120, Locale.class, TextTypes::text, new RecentTexts<>(TextTypes::locale));
    catalog.text(121, Currency.class, Currency::getCurrencyCode, Currency::getInstance);
    catalog.textFamily(122, Charset.class, Charset::name, Charset::forName);
    catalog.text(123, File.class, File::getPath, File::new);
    catalog.textFamily(124, Path.class, TextTypes::text, Path::of);
    catalog.text(125, StringBuilder.class, StringBuilder::toString, StringBuilder::new);
    catalog.text(126, StringBuffer.class, StringBuffer::toString, StringBuffer::new);
    catalog.textFamily(127, Enum.class, JdkConstants::name, JdkConstants::of);
    catalog.scalarCodec(128, Pattern.class, new PatternCodec());
    catalog.partsFamily(
        129,
        InetAddress.class,
        3,
        TextTypes::parts,
        parts -> address((String) parts[0], (byte[]) parts[1], (Integer) parts[2]));
    catalog.parts(
        130,
        InetSocketAddress.class,
        3,
        address ->
            new Object[] {
              address.getAddress(),
              address.isUnresolved() ? address.getHostString() : null,
              address.getPort()
            },
        parts -> socketAddress((InetAddress) parts[0], (String) parts[1], (Integer) parts[2]));
  }

  private static String text(Locale locale) {
    String known = LOCALES.find(locale);
    return known != null ? known : LOCALES.keep(locale, newText(locale));
  }

  /// Writes language, country and variant, which need not be well-formed; or the language tag if
  /// the locale has a script or extensions.
  private static String newText(Locale locale) {
    if (locale.getScript().isEmpty() && !locale.hasExtensions()) {
      if (locale.getLanguage().indexOf('_') >= 0 || locale.getCountry().indexOf('_') >= 0) {
        throw Failures.unsupported(
            Locale.class, "its language or country contains an underscore: " + locale);
      }
      return locale.getLanguage() + "_" + locale.getCountry() + "_" + locale.getVariant();
    }
    String tag = locale.toLanguageTag();
    if (!Locale.forLanguageTag(tag).equals(locale)) {
      throw Failures.unsupported(Locale.class, "its language tag is incomplete: " + locale);
    }
    return tag;
  }

  private static Locale locale(String text) {
    String[] parts = text.split("_", 3);
    return parts.length < 3 ? Locale.forLanguageTag(text) : Locale.of(parts[0], parts[1], parts[2]);
  }

  private static String text(Path path) {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      throw Failures.unsupported(path.getClass(), "it does not belong to the default file system");
    }
    return path.toString();
  }

  /// Includes the host name if the address has one: `toString` does not resolve it.
  private static @Nullable Object[] parts(InetAddress address) {
    String text = address.toString();
    int slash = text.lastIndexOf('/');
    Integer scope =
        address instanceof Inet6Address six && six.getHostAddress().indexOf('%') >= 0
            ? (Integer) six.getScopeId()
            : null;
    return new @Nullable Object[] {
      slash <= 0 ? null : text.substring(0, slash), address.getAddress(), scope
    };
  }

  private static InetAddress address(@Nullable String host, byte[] address, @Nullable Integer scope)
      throws Exception {
    return address.length == 16
        ? Inet6Address.getByAddress(host, address, scope == null ? -1 : scope)
        : InetAddress.getByAddress(host, address);
  }

  private static InetSocketAddress socketAddress(
      @Nullable InetAddress address, @Nullable String host, int port) {
    if (address == null) {
      return InetSocketAddress.createUnresolved(host, port);
    }
    return new InetSocketAddress(address, port);
  }
}
