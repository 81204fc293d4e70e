/**
 * In a page, BLAKE3 compiles WebAssembly as soon as it is loaded, which we do not use there: the policy of
 * the page may forbid it, and the browser's console would tell of the try. A plugin for builds of pages.
 */
export const noWarmUp = {
  name: 'no-warm-up',
  transform(code: string, id: string): { code: string; map: null } | undefined {
    if (!id.includes('node_modules/blake3-jit/')) return undefined
    const condition = 'typeof globalThis.document !== "undefined"'
    if (!code.includes(condition)) throw new Error('blake3-jit warms up in another way than it did')
    // As long as before: the map stays right.
    return { code: code.replace(condition, 'false'.padEnd(condition.length)), map: null }
  },
}
