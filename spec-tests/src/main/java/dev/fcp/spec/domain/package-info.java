/** The laws of domains as a kit: whoever brings a domain gives generators and gets the tests. */
@NullMarked
package dev.fcp.spec.domain;

import org.jspecify.annotations.NullMarked;
