/** The domain of vaults: folders of Markdown and other text, edited by agents and people. */
@NullMarked
package dev.fcp.vault;

import org.jspecify.annotations.NullMarked;
