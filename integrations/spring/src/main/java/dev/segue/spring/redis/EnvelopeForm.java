// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring.redis;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.Envelope;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/// Payloads in envelopes, compressed or not; also reads plain payloads, which were stored before
/// compression was turned on.
final class EnvelopeForm implements StoredForm {

  private static final int VERSION_MASK = 0xE0;
  private static final int VERSION = 0x20;

  private final Envelopes envelopes;

  EnvelopeForm(Envelopes envelopes) {
    this.envelopes = envelopes;
  }

  @Override
  public byte[] store(byte[] payload) {
    try {
      return envelopes.current().encode(payload);
    } catch (CompressionException e) {
      throw ofTheValueOrNot(e);
    } catch (IllegalStateException e) { // thrown if a dictionary is closed
      throw unusable(e);
    }
  }

  @Override
  public byte[] load(byte[] stored, int maxLength) {
    if (PlainForm.isPayload(stored)) {
      return stored;
    }
    try {
      return decode(stored, maxLength);
    } catch (CompressionException e) {
      throw ofTheValueOrNot(e);
    } catch (IllegalStateException e) { // thrown if a dictionary is closed
      throw unusable(e);
    }
  }

  private static RuntimeException ofTheValueOrNot(CompressionException e) {
    return switch (e.kind()) {
      case LIBRARY_NOT_FOUND, OUT_OF_MEMORY, INTERNAL -> unusable(e);
      default -> e;
    };
  }

  /// A failure that is not caused by the value, so that the value is never treated as missing.
  private static InvalidDataAccessResourceUsageException unusable(RuntimeException e) {
    return new InvalidDataAccessResourceUsageException(
        "cannot compress or decompress: " + e.getMessage(), e);
  }

  private byte[] decode(byte[] stored, int maxLength) {
    Envelope envelope = envelopes.current();
    try {
      return envelope.decode(stored, maxLength);
    } catch (CompressionException e) {
      Envelope other = e.kind() == Kind.WRONG_DICTIONARY ? envelopes.refreshed(envelope) : envelope;
      if (other.equals(envelope)) {
        throw e;
      }
      return other.decode(stored, maxLength);
    }
  }

  @Override
  public boolean mayBegin(int first) {
    return PlainForm.INSTANCE.mayBegin(first) || (first & VERSION_MASK) == VERSION;
  }

  /// The envelopes in use.
  interface Envelopes {

    /// The envelope that writes, and is tried first for reading.
    Envelope current();

    /// Returns an envelope that may know more dictionaries than one that lacks a dictionary; the
    /// same envelope if there is no other.
    Envelope refreshed(Envelope lacking);
  }

  /// Always returns the same envelope.
  record Fixed(Envelope current) implements Envelopes {

    @Override
    public Envelope refreshed(Envelope lacking) {
      return current;
    }
  }
}
