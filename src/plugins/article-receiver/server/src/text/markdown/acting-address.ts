/**
 * An address that would do something as attributes, or would have the quote behind it end its last
 * one's value, so that the title there is read as more of them.
 */
const ACTS = /(?:\]:\s*<?|[/(]<?)(?:on|style)[\w:.-]*\\?=|\][:(]\s*<?[^\s[\]]*=>?\s*["'(|]/i;

/** Whether a text has an address that must not get into an attribute of another tag. */
export const hasActingAddress = (text: string): boolean => text.includes('=') && ACTS.test(text);
