import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { compile } from './compile.ts'
import { importsOf, redirectImports } from './declaration-imports.ts'
import { type Layout, packagesFolder, readManifest } from './layout.ts'
import { pickDeclarations, toWriteOut } from './plain-calls.ts'

/** Parts of the protocol that are made of zod schemas, and how calls are declared by them. */
const SCHEMAS = ['account', 'drive']
const ENDPOINT = 'protocol/src/endpoint.ts'
const PLAIN_ENDPOINT = 'client/build/plain-endpoint.ts'

/**
 * Writes the declarations that the sources reach, and no others. They name no package: what they take
 * from the protocol lies beside them, and what zod infers is written out.
 */
export async function emitTypes({ sources, pathOf }: Layout, folder: string): Promise<void> {
  const { exports } = await readManifest('protocol')
  const protocol = await listProtocol()
  const compiled = await compile(
    [...sources, PLAIN_ENDPOINT, ...protocol],
    await writeOutSchemas(protocol),
  )
  const published = new Map<string, string>()
  const wanted = new Map(SCHEMAS.map((part) => [part, new Set<string>()]))
  for (const source of sources) take(source)
  for (const [part, names] of wanted) {
    if (names.size > 0) put(plainOf(part), pickDeclarations(declarationsOf(`${part}.ts`), names))
  }
  for (const [source, text] of published) {
    const file = join(folder, `${pathOf(source)}.d.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(
      file,
      redirectImports(text, (specifier) => toRelative(source, specifier)),
    )
  }

  function take(source: string): void {
    if (published.has(source)) return
    put(source, declarationsOf(source === ENDPOINT ? PLAIN_ENDPOINT : source))
  }

  function put(source: string, text: string): void {
    published.set(source, text)
    for (const { specifier, names } of importsOf(text)) {
      const target = resolve(source, specifier)
      const part = schemaOf(target)
      if (part === undefined) take(target)
      else for (const name of names) wanted.get(part)?.add(name)
    }
  }

  function declarationsOf(source: string): string {
    const text = compiled.get(source.replace(/\.ts$/, '.d.ts'))
    if (text === undefined) throw new Error(`there are no types of ${source}`)
    return text
  }

  function resolve(from: string, specifier: string): string {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
    const door = exports[specifier.replace(/^@awan\/protocol/, '.')]
    if (door === undefined) throw new Error(`the types of ${from} would need ${specifier}`)
    return posix.join('protocol', door)
  }

  function toRelative(from: string, specifier: string): string {
    const target = resolve(from, specifier)
    const part = schemaOf(target)
    const to = pathOf(part === undefined ? target : plainOf(part))
    const path = posix.relative(posix.dirname(pathOf(from)), to)
    return `${path.startsWith('.') ? '' : './'}${path}.js`
  }
}

/** All of it by name: the compiler writes nothing for a package that is only imported. */
async function listProtocol(): Promise<string[]> {
  const files = await readdir(join(packagesFolder, 'protocol/src'), { recursive: true })
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `protocol/src/${file.replaceAll('\\', '/')}`)
}

async function writeOutSchemas(protocol: readonly string[]): Promise<Record<string, string>> {
  const written: Record<string, string> = {}
  for (const part of SCHEMAS) {
    const sources = protocol.filter((source) => schemaOf(source) === part)
    written[`${part}.ts`] = await toWriteOut(`@awan/protocol/${part}`, sources)
  }
  return written
}

function schemaOf(source: string): string | undefined {
  return SCHEMAS.find((part) => source.startsWith(`protocol/src/${part}/`))
}

/** Each part is published as one file of plain types. */
function plainOf(part: string): string {
  return `protocol/src/${part}.ts`
}
