import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildPackage } from '../../build/build.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** A stranger's project, far from this checkout, that has installed the package as npm packs it. */
export interface Consumer extends AsyncDisposable {
  readonly folder: string
  /** The package where it is installed. */
  readonly packageFolder: string
  readonly tarball: ArrayBuffer
  write(path: string, text: string): Promise<string>
  /** What the compiler has to say about files of the project: nothing, if all is well. */
  compile(files: readonly string[], options: object): Promise<string>
  /** What a script of the project prints, under Node alone. */
  run(file: string): Promise<string>
}

export async function openConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'awan consumer '))
  const packageFolder = join(folder, 'node_modules/@awan/client')
  await buildPackage(join(folder, 'built'))
  await execute('npm', ['pack', './built', '--silent'], folder)
  const packed = 'awan-client-0.1.0.tgz'
  await mkdir(packageFolder, { recursive: true })
  await execute('tar', ['-xzf', packed, '-C', packageFolder, '--strip-components=1'], folder)
  await write('package.json', JSON.stringify({ private: true, type: 'module' }))

  async function write(path: string, text: string): Promise<string> {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }

  return {
    folder,
    packageFolder,
    tarball: new Uint8Array(await readFile(join(folder, packed))).buffer,
    write,
    async compile(files, options) {
      const compilerOptions = {
        ...STRICT,
        ...options,
        typeRoots: [join(ROOT, 'node_modules/@types')],
      }
      await write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
      return execute(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], folder).catch(
        (error: { stdout: string }) => error.stdout,
      )
    },
    run: (file) => execute(process.execPath, [file], folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** As strict as it gets, and declarations are not believed either. */
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
}

async function execute(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd })
  return stdout
}
