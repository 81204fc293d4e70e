import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packagesFolder } from './layout.ts'

/**
 * A source whose declarations hold every call and type of a part of the protocol, with what zod
 * infers written out: `body: { username?: string | undefined; … }`.
 */
export async function toWriteOut(part: string, sources: readonly string[]): Promise<string> {
  const values: Record<string, unknown> = await import(part)
  const texts = await Promise.all(
    sources.map((file) => readFile(join(packagesFolder, file), 'utf8')),
  )
  const types = texts.flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w+)/gm)])
  return [
    `import type * as part from '${part}'`,
    `import { writeOut, writeOutCall } from '../../build/write-out.ts'`,
    ...Object.entries(values).flatMap(([name, value]) => {
      // Schemas and functions stay behind.
      if (typeof value === 'function' || isObjectWith(value, '_zod')) return []
      const write = isObjectWith(value, 'method') ? 'writeOutCall' : 'writeOut'
      return `export const ${name} = ${write}<typeof part.${name}>()`
    }),
    ...types.map(([, name]) => `export const type_${name} = writeOut<part.${name}>()`),
  ].join('\n')
}

/** Of such declarations, those of some names and of the types that these speak of. */
export function pickDeclarations(text: string, names: Iterable<string>): string {
  const statements = text
    .replaceAll(/^export declare const type_(\w+): /gm, 'export type $1 = ')
    .split(/^(?=export |import )/m)
  const nameOf = (statement: string) => /^export (?:declare const|type) (\w+)/.exec(statement)?.[1]
  const wanted = new Set(names)
  for (const name of wanted) {
    const statement = statements.find((each) => nameOf(each) === name)
    if (statement === undefined) throw new Error(`there is no plain declaration of ${name}`)
    for (const [, other = ''] of statement.matchAll(/\bpart\.(\w+)/g)) wanted.add(other)
  }
  return statements
    .filter((each) => wanted.has(nameOf(each) ?? '') || /^import type \{/.test(each))
    .join('')
    .replaceAll(/\bpart\.(?=\w)/g, '')
}

function isObjectWith(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && field in value
}
