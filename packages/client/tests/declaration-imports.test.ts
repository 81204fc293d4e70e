import { expect, test } from 'vitest'
import { importsOf, redirectImports } from '../build/declaration-imports.ts'
import { pickDeclarations } from '../build/plain-calls.ts'

const TEXT = `import type { A, type B as C } from './a.ts';
export * from '@awan/protocol';
/**
 * @example
 * import { createLock } from '@awan/client/lock'
 * await import('@awan/client/bridge')
 */
export declare function f(a: import("../d.ts").D): import("node:fs").Stats;
`

test('imports are found with their names, and examples in comments are ignored', () => {
  expect(importsOf(TEXT)).toEqual([
    { specifier: './a.ts', names: ['A', 'B'] },
    { specifier: '@awan/protocol', names: [] },
    { specifier: '../d.ts', names: ['D'] },
  ])
})

test('imports are redirected, all but those of Node', () => {
  expect(redirectImports(TEXT, () => './x.js')).toBe(
    TEXT.replace('./a.ts', './x.js')
      .replace("'@awan/protocol'", "'./x.js'")
      .replace('../d.ts', './x.js'),
  )
})

test('plain declarations are extracted with the types they use', () => {
  const written = `import type { Bytes } from '@awan/protocol';
import type * as part from '@awan/protocol/account';
export declare const getScopes: {
    readonly answer: part.Scope[];
};
export declare const getFile: {
    readonly answer: Bytes;
};
export declare const type_Scope: {
    name: string;
};
`
  expect(
    pickDeclarations(written, ['getScopes']),
  ).toBe(`import type { Bytes } from '@awan/protocol';
export declare const getScopes: {
    readonly answer: Scope[];
};
export type Scope = {
    name: string;
};
`)
  expect(() => pickDeclarations(written, ['getNothing'])).toThrow('getNothing')
})
