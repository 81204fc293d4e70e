import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packagesFolder: string = fileURLToPath(new URL('../../', import.meta.url))
export const packageFolder: string = join(packagesFolder, 'client')

export interface Manifest {
  name: string
  version: string
  description: string
  keywords: readonly string[]
  license: string
  engines: Readonly<Record<string, string>>
  peerDependencies: Readonly<Record<string, string>>
  peerDependenciesMeta: Readonly<Record<string, { optional: boolean }>>
  /** From the name that is imported (`./drive`) to its source (`./src/drive/index.ts`). */
  exports: Readonly<Record<string, string>>
}

/** Where sources, named by their path from `packages/`, lie in the published package. */
export interface Layout {
  readonly manifest: Manifest
  /** The sources of the sub-entries. */
  readonly sources: readonly string[]
  /**
   * Without an extension, since scripts and types lie side by side. A sub-entry lies at the top under
   * its own name, everything else in `lib`.
   */
  pathOf(source: string): string
}

export async function readLayout(): Promise<Layout> {
  const manifest = await readManifest('client')
  const doors = new Map(
    Object.entries(manifest.exports).map(([door, source]) => [
      posix.join('client', source),
      door === '.' ? 'index' : door.slice('./'.length),
    ]),
  )
  return {
    manifest,
    sources: [...doors.keys()],
    pathOf: (source) =>
      doors.get(source) ?? posix.join('lib', source.replace('/src/', '/').replace(/\.ts$/, '')),
  }
}

export async function readManifest(name: 'client' | 'protocol'): Promise<Manifest> {
  return JSON.parse(await readFile(join(packagesFolder, name, 'package.json'), 'utf8'))
}
