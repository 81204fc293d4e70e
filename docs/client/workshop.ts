import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from '../../packages/client/build/build.ts'
import type { Example } from './pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** A folder with the package as strangers install it, and nothing else of ours. */
export interface Workshop extends AsyncDisposable {
  /**
   * What the compiler has to say about examples, each a module of its own; nothing, if all is well.
   * Its line numbers are those of the pages.
   */
  compile(examples: readonly Example[]): Promise<string>
}

export async function openWorkshop(): Promise<Workshop> {
  await using opening = new AsyncDisposableStack()
  await mkdir(join(ROOT, '.cache'), { recursive: true })
  // Within the checkout, so that the types of React and Node are found.
  const folder = await mkdtemp(join(ROOT, '.cache/docs-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  await buildPackage(join(folder, 'node_modules/@awan/client'))
  const opened = opening.move()
  return {
    async compile(examples) {
      const place = await mkdtemp(join(folder, 'pages-'))
      await copyFile(join(import.meta.dirname, 'prelude.d.ts'), join(place, 'prelude.d.ts'))
      await writeFile(join(place, 'tsconfig.json'), JSON.stringify(CONFIG))
      for (const { page, language, code, line } of examples) {
        const name = `${page.replace('.md', '')}.line-${line}.${language}`
        await writeFile(join(place, name), '\n'.repeat(line - 1) + code)
      }
      return runTsc(place)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** As in a page that Vite builds, and as strict as it gets. An example may name what it does not use. */
const CONFIG = {
  compilerOptions: {
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noEmit: true,
  },
  include: ['*.ts', '*.tsx'],
}

async function runTsc(folder: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
    })
    return ''
  } catch (error) {
    return (error as { stdout?: string }).stdout || String(error)
  }
}
