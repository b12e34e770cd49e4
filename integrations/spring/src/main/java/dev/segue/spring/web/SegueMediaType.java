// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import org.springframework.http.MediaType;

/// The media type of bodies that Segue writes.
///
/// A body is in one of two forms, which their first byte distinguishes. Every reader reads both.
///
/// ```text
/// one value   a payload, which begins with E5
/// a stream    a frame for each element: the length of the payload as a big-endian int, and the
///             payload; then a length of zero
/// ```
///
/// A reader of one value reads a stream as a collection or an array; a reader of a stream reads the
/// elements of a collection or an array.
@SuppressWarnings("exports") // optional libraries
public final class SegueMediaType {
  /// `application/x-segue`.
  public static final String APPLICATION_SEGUE_VALUE = "application/x-segue";

  /// `application/x-segue`.
  public static final MediaType APPLICATION_SEGUE = MediaType.valueOf(APPLICATION_SEGUE_VALUE);

  private SegueMediaType() {}
}
