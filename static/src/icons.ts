/** Icons of the sprite, by name. */

import { html, nothing, svg, type TemplateResult } from "lit-html";

let sprite = "/static/dist/icons.svg";
let names: Set<string> | null = null;

/** Learn which icons there are, so that an unknown name can be replaced. */
export async function loadIcons(address: string): Promise<void> {
  if (address) sprite = address;
  const answer = await fetch(sprite);
  if (!answer.ok) throw new Error(`${sprite}: ${answer.status}`);
  names = new Set([...(await answer.text()).matchAll(/<symbol[^>]*\sid="([^"]+)"/g)].map((m) => m[1] ?? ""));
}

/** Whether there is such an icon (or it is not known yet which there are). */
export function known(name: string): boolean {
  return !names || names.has(name);
}

/** Return the address of an icon; unknown ones get a die. */
export function href(name: string): string {
  return `${sprite}#${!name || known(name) ? name : "die"}`;
}

export function icon(name: string | undefined, label = ""): TemplateResult | typeof nothing {
  if (!name) return nothing;
  return label
    ? html`<svg class="icon" viewBox="0 0 512 512" role="img" aria-label=${label}><title>${label}</title>${svg`<use href=${href(name)}></use>`}</svg>`
    : html`<svg class="icon" viewBox="0 0 512 512" aria-hidden="true">${svg`<use href=${href(name)}></use>`}</svg>`;
}

/** Return a round medal in a colour with an icon in it. */
export function medal(name: string | undefined, colour: string, label = ""): TemplateResult {
  return html`<svg class="medal" viewBox="0 0 64 64" role=${label ? "img" : nothing} aria-label=${label || nothing} aria-hidden=${label ? nothing : "true"}>
    <circle cx="32" cy="32" r="30" fill=${colour} />
    <circle class="medal-shade" cx="32" cy="32" r="30" />
    ${name ? svg`<use href=${href(name)} x="12" y="12" width="40" height="40"></use>` : nothing}
  </svg>`;
}
