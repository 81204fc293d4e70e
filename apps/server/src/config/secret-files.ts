import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SecretKeeper } from '../kernel/secret-keeper.ts'

/**
 * Keeps keys as files of their own (mode 0600, in a folder of mode 0700). Files with wider
 * permissions, e.g. after a restore, are closed again, and `warn` reports that others could read them.
 */
export async function openSecretFiles(
  folder: string,
  warn: (message: string) => void,
): Promise<SecretKeeper> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncFolder(dirname(folder))
  await tighten(folder, 0o700, warn)
  return {
    place: folder,
    read: async (name) => readSecret(join(folder, checkedName(name)), warn),
    createIfAbsent: async (name, value) => createSecret(folder, checkedName(name), value),
    // A draft that a killed process left behind is no key.
    list: async (prefix) =>
      (await readdir(folder)).filter((name) => isSecretName(name) && name.startsWith(prefix)),
    remove: async (name) => rm(join(folder, checkedName(name)), { force: true }),
  }
}

/** A name is the name of a file, and nothing else. */
export function isSecretName(name: unknown): name is string {
  return typeof name === 'string' && /^[a-z0-9-]{1,64}$/.test(name)
}

function checkedName(name: string): string {
  if (isSecretName(name)) return name
  throw new Error(`${JSON.stringify(name)} is no name of a key: use a to z, 0 to 9 and hyphens`)
}

async function readSecret(
  path: string,
  warn: (message: string) => void,
): Promise<string | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    await tighten(path, 0o600, warn)
    return (await file.readFile('utf8')).trim()
  } finally {
    await file.close()
  }
}

/** Written aside and linked into place: the name appears with its whole content, and only once. */
async function createSecret(folder: string, name: string, value: string): Promise<void> {
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${value}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(folder)
}

async function tighten(path: string, mode: number, warn: (message: string) => void): Promise<void> {
  const found = (await stat(path)).mode & 0o777
  // Windows keeps no such modes: all it can say is whether a file may be written.
  if ((found & 0o077) === 0 || process.platform === 'win32') return
  await chmod(path, mode).catch((cause: unknown) => {
    throw new Error(
      `${path} can be read by other users of this machine (mode ${found.toString(8)}) and cannot be closed to them. Give it to the user who runs Awan, or run: chmod ${mode.toString(8)} '${path}'`,
      { cause },
    )
  })
  warn(
    `${path} could be read by other users of this machine (mode ${found.toString(8)}); it is ${mode.toString(8)} now. If someone may have read it, remove the keys in it: new ones are made at the next start.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
