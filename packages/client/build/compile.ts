import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { packageFolder, packagesFolder } from './layout.ts'

const TSC = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc')

/**
 * The declarations of sources and of all of ours that they reach, by path from `packages/`. `extra`
 * are sources that are made up for this run; they lie two folders below the package.
 */
export async function compile(
  sources: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  await mkdir(join(packageFolder, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(packageFolder, '.cache/types-'))
  try {
    for (const [name, code] of Object.entries(extra)) await writeFile(join(folder, name), code)
    const files = [
      ...sources.map((source) => join(packagesFolder, source)),
      ...Object.keys(extra).map((name) => join(folder, name)),
    ]
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(toConfig(files)))
    await runTsc(folder)
    const emitted = new Map<string, string>()
    for (const path of await readdir(join(folder, 'out'), { recursive: true })) {
      if (!path.endsWith('.d.ts')) continue
      const code = await readFile(join(folder, 'out', path), 'utf8')
      emitted.set(path.replaceAll('\\', '/').replace(/^client\/\.cache\/[^/]+\//, ''), code)
    }
    return emitted
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toConfig(files: readonly string[]) {
  return {
    extends: join(packageFolder, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: packagesFolder,
      outDir: 'out',
    },
    include: [],
    files,
  }
}

async function runTsc(folder: string): Promise<void> {
  const tsc = spawn(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    tsc.on('error', reject).on('close', resolve)
  })
  const output = await text(tsc.stdout)
  if ((await ended) !== 0) throw new Error(`the types cannot be written:\n${output}`)
}
