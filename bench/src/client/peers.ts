import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const FOLDER = new URL('../../peers/', import.meta.url)
const STAMP = new URL('node_modules/.stamp', FOLDER)

export interface Peer {
  /** With its version. */
  name: string
  /** A page's script that uses its sign-in. */
  entry: string
}

const ENTRIES = {
  'better-auth': 'better-auth.js',
  'oidc-client-ts': 'oidc-client-ts.js',
  '@supabase/auth-js': 'supabase-auth.js',
  firebase: 'firebase-auth.js',
}

/**
 * Other account clients and servers. They are no part of the workspace, because nobody who starts a drive should
 * have to download them: they are installed when they are first measured.
 */
export async function preparePeers(): Promise<Peer[]> {
  const versions = await installPeers()
  return Object.entries(ENTRIES).map(([name, entry]) => ({
    name: `${name} ${versions[name]}`,
    entry: fileURLToPath(new URL(entry, FOLDER)),
  }))
}

/** Their versions by name. */
export async function installPeers(): Promise<Record<string, string>> {
  const lockfile = await readFile(new URL('package-lock.json', FOLDER))
  const stamp = createHash('sha256').update(lockfile).digest('hex')
  if ((await readFile(STAMP, 'utf8').catch(() => '')) !== stamp) {
    console.log('Installing the others (once; about 450 MB) ...\n')
    await install()
    await writeFile(STAMP, stamp)
  }
  const manifest = await readFile(new URL('package.json', FOLDER), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  return dependencies
}

/** Without their install scripts, which nothing of what is measured needs. */
async function install(): Promise<void> {
  const npm = spawn('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new Error('npm cannot install what is measured beside ours')
}
