// SPDX-License-Identifier: Apache-2.0

/// Objects in the bodies of HTTP messages:
/// [SegueHttpMessageConverter][dev.segue.spring.web.SegueHttpMessageConverter] for Spring MVC and
/// `RestClient`, [SegueEncoder][dev.segue.spring.web.SegueEncoder] and
/// [SegueDecoder][dev.segue.spring.web.SegueDecoder] for WebFlux and `WebClient`, which
/// [SegueCodecs][dev.segue.spring.web.SegueCodecs] registers.
/// [SegueMediaType][dev.segue.spring.web.SegueMediaType] defines the media type.
@NullMarked
package dev.segue.spring.web;

import org.jspecify.annotations.NullMarked;
