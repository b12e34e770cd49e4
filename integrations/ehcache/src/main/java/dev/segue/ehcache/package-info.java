// SPDX-License-Identifier: Apache-2.0

/// Keys and values of Ehcache, serialized ([SegueSerializer][dev.segue.ehcache.SegueSerializer])
/// and copied ([SegueCopier][dev.segue.ehcache.SegueCopier]) by Segue.
@NullMarked
package dev.segue.ehcache;

import org.jspecify.annotations.NullMarked;
