// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.List;

public class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  final int code;
  final int[] codes;
  final transient Object request;

  @SuppressWarnings("serial") // serializable lists only
  final List<String> notes;

  public Refusal(int code, int[] codes, Object request, List<String> notes) {
    super("refused");
    this.code = code;
    this.codes = codes.clone();
    this.request = request;
    this.notes = notes;
  }
}
