import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { emitScripts } from './emit-scripts.ts'
import { emitTypes } from './emit-types.ts'
import { type Layout, packageFolder, packagesFolder, readLayout } from './layout.ts'

/**
 * Makes the package that strangers install: a folder that `npm publish` takes as it is. Within this
 * checkout nobody needs it, because the sources run as they are.
 */
export async function buildPackage(folder: string): Promise<void> {
  const layout = await readLayout()
  const manifest = JSON.stringify(toPublishedManifest(layout), null, 2)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await emitScripts(layout, folder)
  await emitTypes(layout, folder)
  await writeFile(join(folder, 'package.json'), `${manifest}\n`)
  await copyFile(join(packageFolder, 'README.md'), join(folder, 'README.md'))
  await copyFile(join(packagesFolder, '../LICENSE'), join(folder, 'LICENSE'))
}

/** No dependencies but one that is optional: the protocol is inside, and so is BLAKE3 for every platform. */
function toPublishedManifest({ manifest, pathOf }: Layout) {
  const { name, version, description, keywords, license, engines } = manifest
  const { peerDependencies, peerDependenciesMeta } = manifest
  const doors = Object.entries(manifest.exports).map(([door, source]) => {
    const path = `./${pathOf(posix.join('client', source))}`
    return [door, { types: `${path}.d.ts`, default: `${path}.js` }]
  })
  return {
    name,
    version,
    description,
    keywords,
    license,
    type: 'module',
    sideEffects: false,
    engines,
    peerDependencies,
    peerDependenciesMeta,
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    files: ['*.js', '*.d.ts', '*.js.map', 'lib'],
  }
}

if (import.meta.main) await buildPackage(resolve(process.argv[2] ?? join(packageFolder, 'dist')))
