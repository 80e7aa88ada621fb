/** Ids for acts, so that one sent twice takes effect once. */

/** Return a random id. `crypto.randomUUID` needs a secure context, which a LAN seldom is. */
export function actId(): string {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes);
  else for (let i = 0; i < 16; i++) bytes[i] = Math.floor(Math.random() * 256);
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
