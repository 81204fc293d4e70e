import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'rolldown'
import { type Layout, packagesFolder } from './layout.ts'
import { noWarmUp } from './no-warm-up.ts'

/** What browsers and Node have understood since 2022; newer syntax is rewritten to it. */
const TARGET = 'es2022'

/** What is part of the package although it is not ours, so that an app installs nothing else. */
const INSIDE = ['blake3-jit']

/**
 * Writes one readable module per source, ours and those of the protocol that are reached. They are not
 * joined or minified: an app's bundler does that better when it sees the whole, leaves out what the app
 * does not use file by file, and who embeds code that holds tokens can read it.
 */
export async function emitScripts({ sources, pathOf }: Layout, folder: string): Promise<void> {
  await build({
    cwd: packagesFolder,
    input: Object.fromEntries(sources.map((source) => [source, join(packagesFolder, source)])),
    platform: 'neutral',
    resolve: { mainFields: ['main'] },
    external: /^node:/,
    transform: { target: TARGET },
    treeshake: { moduleSideEffects: false },
    // An import that leads nowhere must stop the build, not surprise a stranger.
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
    plugins: [{ name: 'only-ours', moduleParsed: ({ id }) => refuseForeign(id) }, noWarmUp],
    output: {
      dir: folder,
      format: 'esm',
      preserveModules: true,
      preserveModulesRoot: packagesFolder,
      entryFileNames: ({ name }) => `${toPath(name)}.js`,
      sourcemap: true,
      // Neither where this checkout lies nor where the package goes is anybody's business.
      sourcemapPathTransform: (source, map) =>
        relative(packagesFolder, resolve(dirname(map), source)).replaceAll('\\', '/'),
    },
  })

  function toPath(name: string): string {
    // What rewritten syntax needs at run time has a name of the bundler's own making.
    const helper = /^_virtual\/.*\/(\w+)$/.exec(name)?.[1]
    if (helper) return `lib/syntax/${helper}`
    const foreign = INSIDE.find((dependency) => name.includes(`node_modules/${dependency}/`))
    if (foreign) return `lib/${foreign}`
    return pathOf(name.endsWith('.ts') ? name : `${name}.ts`)
  }
}

function refuseForeign(id: string): void {
  if (INSIDE.some((dependency) => id.includes(`node_modules/${dependency}/`))) return
  if (id.includes('node_modules')) throw new Error(`${id} would become part of the package`)
}
