/** Small helpers to make and keep SVG elements. */

import { href } from "../icons";

const NS = "http://www.w3.org/2000/svg";
type Attributes = Record<string, string | number | undefined>;

export function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: Element[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NS, name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** Set the attributes that differ; undefined takes one away. */
export function set(element: Element, attributes: Attributes): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(key);
    else if (element.getAttribute(key) !== String(value)) element.setAttribute(key, String(value));
  }
}

export function use(icon: string, x: number, y: number, size: number, more: Attributes = {}): SVGUseElement {
  return make("use", { href: href(icon), x, y, width: size, height: size, ...more });
}

export function label(x: number, y: number, words: string, more: Attributes = {}): SVGTextElement {
  const element = make("text", { x, y, ...more });
  element.textContent = words;
  return element;
}

/** Bring the children of a layer in line with records: matched by id, made, changed and taken away. */
export class Keyed<T> {
  readonly elements = new Map<string, SVGGElement>();
  private readonly seen = new Map<string, T>();

  constructor(
    private readonly layer: SVGGElement,
    private readonly create: (id: string, record: T) => SVGGElement,
    private readonly update: (element: SVGGElement, record: T, id: string, before: T | undefined) => void,
    private readonly leave: (element: SVGGElement) => void = (element) => element.remove(),
  ) {}

  sync(records: Iterable<[string, T]>): void {
    const now = new Set<string>();
    for (const [id, record] of records) {
      now.add(id);
      const before = this.seen.get(id);
      if (before === record) continue;
      let element = this.elements.get(id);
      if (!element) {
        element = this.create(id, record);
        this.elements.set(id, element);
        this.layer.append(element);
      }
      this.update(element, record, id, before);
      this.seen.set(id, record);
    }
    for (const [id, element] of this.elements) {
      if (now.has(id)) continue;
      this.elements.delete(id);
      this.seen.delete(id);
      this.leave(element);
    }
  }

  /** Forget what was drawn, so that the next sync draws all anew. */
  clear(): void {
    for (const element of this.elements.values()) element.remove();
    this.elements.clear();
    this.seen.clear();
  }
}
