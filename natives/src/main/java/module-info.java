// SPDX-License-Identifier: Apache-2.0

/// Contains the native libraries for compression as resources; has no packages.
module dev.segue.natives {}
