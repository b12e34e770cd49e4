// SPDX-License-Identifier: Apache-2.0

/// Native libraries for compression, as resources: it has no packages.
module dev.segue.natives {}
