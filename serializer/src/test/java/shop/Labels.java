// SPDX-License-Identifier: Apache-2.0
package shop;

import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public class Labels<T> extends ArrayList<String> {
  private static final long serialVersionUID = 1;

  int tag;

  @SuppressWarnings("serial") // serializable entries only
  Map.@Nullable Entry<T, String> first;
}
