package dev.fcp.spec.domains.pages;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.plaintext.Text;

/** A page with a title and a text. */
public record Page(String title, Text body, OrderKey order) {}
