/** The laws of domains as a test kit: a new domain provides generators and inherits the tests. */
@NullMarked
package dev.fcp.spec.domain;

import org.jspecify.annotations.NullMarked;
