/** Stands in for socket.io-client in the tests: the next connection is what the test has put here. */

export const next: { line: unknown } = { line: null };

export function io(): unknown {
  return next.line;
}
