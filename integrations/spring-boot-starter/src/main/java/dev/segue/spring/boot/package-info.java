// SPDX-License-Identifier: Apache-2.0

/// Configures Spring Boot applications that have Segue's starter: caches, sessions, templates and
/// HTTP bodies are serialized by Segue, with the classes of the application's own packages. A
/// [SegueSerializerCustomizer][dev.segue.spring.boot.SegueSerializerCustomizer] changes the
/// serializers; settings have the prefix `segue`.
@NullMarked
package dev.segue.spring.boot;

import org.jspecify.annotations.NullMarked;
