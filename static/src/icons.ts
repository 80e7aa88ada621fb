/** Icons by name: of the sprite, or each in a file of its own beside it. */

import { html, nothing, svg, type TemplateResult } from "lit-html";

declare const ICON_NAMES: { sprite: string; single: string } | undefined; // the build puts them in

const given = typeof ICON_NAMES === "undefined" ? undefined : ICON_NAMES;
const single = new Set(given?.single.split(" "));
const names = given ? new Set([...given.sprite.split(" "), ...single]) : null;
let sprite = "/static/dist/icons.svg";

/** Say where the sprite is; the other icons are beside it. */
export function setSprite(address: string): void {
  if (address) sprite = address;
}

/** Whether there is such an icon (or nobody knows which there are). */
export function known(name: string): boolean {
  return !names || names.has(name);
}

/** Return the address of an icon; unknown ones get a die. */
export function href(name: string): string {
  if (single.has(name)) return `${sprite.replace("icons.svg", `icons/${name}.svg`)}#${name}`;
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
