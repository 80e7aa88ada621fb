/** Texts on cards of a fixed height: as many whole lines as there is room for, the last with a sign that there are more. */

const SLACK = 0.2; // of a line may be cut off: what hangs below its letters
const known = new WeakMap<HTMLElement, string>();

/** Fit the texts that a selector finds; what has neither another text nor another card is left alone. */
export function fitLines(root: HTMLElement, selector: string): void {
  for (const text of root.querySelectorAll<HTMLElement>(selector)) {
    const card = text.parentElement;
    const key = `${text.textContent} ${card?.clientWidth} ${card?.clientHeight}`;
    if (known.get(text) === key) continue;
    known.set(text, key);
    text.style.removeProperty("-webkit-line-clamp");
    const { lineHeight, webkitLineClamp } = getComputedStyle(text);
    const fits = Math.max(1, Math.floor(text.clientHeight / parseFloat(lineHeight) + SLACK));
    if (text.scrollHeight > text.clientHeight + 1 && fits < Number(webkitLineClamp)) text.style.setProperty("-webkit-line-clamp", String(fits));
  }
}
