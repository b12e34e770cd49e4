// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.TypeSurrogate;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ClientSettings;
import org.springframework.security.oauth2.client.registration.ClientRegistration.ProviderDetails;
import org.springframework.security.oauth2.core.AuthenticationMethod;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;

/// The serialized form of an OAuth2 client registration, whose parts are inner classes that refer
/// back to it.
record StoredClientRegistration(
    String registrationId,
    String clientId,
    String clientSecret,
    String clientAuthenticationMethod,
    String authorizationGrantType,
    @Nullable String redirectUri,
    Set<String> scopes,
    String clientName,
    boolean requiresProofKey,
    @Nullable String authorizationUri,
    String tokenUri,
    @Nullable String userInfoUri,
    String userInfoAuthenticationMethod,
    @Nullable String userNameAttributeName,
    @Nullable String jwkSetUri,
    @Nullable String issuerUri,
    Map<String, Object> configurationMetadata) {

  private static final String TYPE =
      "org.springframework.security.oauth2.client.registration.ClientRegistration";

  /// Registers the form if the library is present.
  static void register(SerializerBuilder builder, ClassLoader loader) {
    if (FrameworkClasses.isPresent(TYPE, loader)) {
      Form.register(builder);
    }
  }

  /// Loaded only if the library is present.
  private static final class Form {
    private Form() {}

    static void register(SerializerBuilder builder) {
      builder.register(
          TypeSurrogate.of(
              ClientRegistration.class,
              StoredClientRegistration.class,
              Form::of,
              Form::registration));
    }

    private static StoredClientRegistration of(ClientRegistration client) {
      ProviderDetails provider = client.getProviderDetails();
      return new StoredClientRegistration(
          client.getRegistrationId(),
          client.getClientId(),
          client.getClientSecret(),
          client.getClientAuthenticationMethod().getValue(),
          client.getAuthorizationGrantType().getValue(),
          client.getRedirectUri(),
          client.getScopes(),
          client.getClientName(),
          client.getClientSettings().isRequireProofKey(),
          provider.getAuthorizationUri(),
          provider.getTokenUri(),
          provider.getUserInfoEndpoint().getUri(),
          provider.getUserInfoEndpoint().getAuthenticationMethod().getValue(),
          provider.getUserInfoEndpoint().getUserNameAttributeName(),
          provider.getJwkSetUri(),
          provider.getIssuerUri(),
          provider.getConfigurationMetadata());
    }

    private static ClientRegistration registration(StoredClientRegistration stored) {
      return ClientRegistration.withRegistrationId(stored.registrationId)
          .clientId(stored.clientId)
          .clientSecret(stored.clientSecret)
          .clientAuthenticationMethod(
              new ClientAuthenticationMethod(stored.clientAuthenticationMethod))
          .authorizationGrantType(new AuthorizationGrantType(stored.authorizationGrantType))
          .redirectUri(stored.redirectUri)
          .scope(stored.scopes)
          .clientName(stored.clientName)
          .clientSettings(ClientSettings.builder().requireProofKey(stored.requiresProofKey).build())
          .authorizationUri(stored.authorizationUri)
          .tokenUri(stored.tokenUri)
          .userInfoUri(stored.userInfoUri)
          .userInfoAuthenticationMethod(
              new AuthenticationMethod(stored.userInfoAuthenticationMethod))
          .userNameAttributeName(stored.userNameAttributeName)
          .jwkSetUri(stored.jwkSetUri)
          .issuerUri(stored.issuerUri)
          .providerConfigurationMetadata(stored.configurationMetadata)
          .build();
    }
  }
}
