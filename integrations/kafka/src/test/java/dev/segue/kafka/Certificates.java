// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import dev.segue.fixtures.Jvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Keys of several users with certificates of one authority, made by the JDK's `keytool`, as the
/// settings of Kafka's clients and brokers.
final class Certificates {
  private static final String AUTHORITY = "authority";
  private static final String PASSWORD = "password of the files";

  private final Path folder;
  private final KeyStore all;

  /// @param folder an empty folder, for the files
  /// @param users get the names `CN=user`, and are also `localhost`
  Certificates(Path folder, List<String> users) throws Exception {
    this.folder = folder;
    Path file = folder.resolve("all.p12");
    create(file, AUTHORITY, "-ext", "bc:c");
    for (String user : users) {
      create(file, user, "-signer", AUTHORITY, "-ext", "san=dns:localhost");
    }
    this.all = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      all.load(in, PASSWORD.toCharArray());
    }
  }

  private static void create(Path file, String name, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-genkeypair"));
    command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    command.addAll(List.of("-alias", name, "-dname", "CN=" + name));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of(more));
    Jvm.run(command).requireSuccess();
  }

  /// The settings of a user with a key store and a trust store in files.
  Map<String, Object> files(String user) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("security.protocol", "SSL");
    configs.put("ssl.keystore.type", "PKCS12");
    configs.put("ssl.keystore.location", keyStore(user).toString());
    configs.put("ssl.keystore.password", PASSWORD);
    configs.put("ssl.key.password", PASSWORD);
    configs.put("ssl.truststore.type", "PKCS12");
    configs.put("ssl.truststore.location", trustStore().toString());
    configs.put("ssl.truststore.password", PASSWORD);
    return configs;
  }

  /// The settings of a user with everything as text.
  Map<String, Object> pem(String user) {
    Map<String, Object> configs = trusting(AUTHORITY);
    StringBuilder chain = new StringBuilder();
    try {
      for (Certificate certificate : all.getCertificateChain(user)) {
        chain.append(pem("CERTIFICATE", certificate.getEncoded()));
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    configs.put("ssl.keystore.type", "PEM");
    configs.put("ssl.keystore.certificate.chain", chain.toString());
    configs.put("ssl.keystore.key", pem("PRIVATE KEY", key(user).getEncoded()));
    return configs;
  }

  /// The settings of a client without a certificate, as text.
  ///
  /// @param name the only one that it believes in
  Map<String, Object> trusting(String name) {
    Map<String, Object> configs = new HashMap<>();
    configs.put("security.protocol", "SSL");
    configs.put("ssl.truststore.type", "PEM");
    try {
      byte[] certificate = all.getCertificate(name).getEncoded();
      configs.put("ssl.truststore.certificates", pem("CERTIFICATE", certificate));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return configs;
  }

  /// The settings of a client without a certificate that knows the broker.
  Map<String, Object> anonymous() {
    return trusting(AUTHORITY);
  }

  private Key key(String user) {
    try {
      return Objects.requireNonNull(all.getKey(user, PASSWORD.toCharArray()), user);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String what, byte[] content) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(what, text);
  }

  private Path keyStore(String user) {
    return store(
        user,
        store ->
            store.setKeyEntry(
                user, key(user), PASSWORD.toCharArray(), all.getCertificateChain(user)));
  }

  private Path trustStore() {
    return store(
        "trusted", store -> store.setCertificateEntry(AUTHORITY, all.getCertificate(AUTHORITY)));
  }

  private interface Filler {
    void fill(KeyStore store) throws GeneralSecurityException;
  }

  private Path store(String name, Filler filler) {
    Path file = folder.resolve(name + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      filler.fill(store);
      store.store(out, PASSWORD.toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return file;
  }
}
