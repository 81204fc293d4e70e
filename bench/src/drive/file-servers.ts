import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPeer } from '../account-servers/peer-process.ts'
import { installPeers } from '../client/peers.ts'
import { createDataDir, freePort, pidOf, stop } from '../server.ts'
import { type FileServer, startProgram, versionOf } from './start-program.ts'

/** Undefined where the machine has no rclone. */
export async function startRclone(): Promise<FileServer | undefined> {
  const version = versionOf('rclone', ['version'], /^rclone v(\S+)/m)
  if (version === undefined) return undefined
  const folder = await createDataDir()
  const address = `127.0.0.1:${await freePort()}`
  const args = ['serve', 'webdav', folder, '--addr', address, '--config', '/dev/null']
  return startProgram('rclone', args, { name: `rclone ${version}`, address, folder })
}

/** It only reads: what it serves has to be put into its folder. */
export async function startNginx(): Promise<FileServer | undefined> {
  const version = versionOf('nginx', ['-v'], /nginx\/(\S+)/)
  if (version === undefined) return undefined
  const folder = await createDataDir()
  const address = `127.0.0.1:${await freePort()}`
  const config = join(folder, 'nginx.conf')
  const files = join(folder, 'files')
  await mkdir(files)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  await writeFile(
    config,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr error;
    events {}
    http {
      access_log off; sendfile on; ${temporary.join(' ')}
      server { listen ${address}; root ${files}; }
    }`,
  )
  const server = { name: `nginx ${version}`, address, folder }
  return { ...(await startProgram('nginx', ['-c', config], server)), folder: files }
}

export async function startNephele(): Promise<FileServer> {
  const versions = await installPeers()
  await using started = new AsyncDisposableStack()
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const { firstLine: url, pid } = started.use(await startPeer('nephele-server.js', folder))
  const owned = started.move()
  return {
    name: `nephele ${versions.nephele}`,
    url,
    folder,
    pid,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const DURABLE_PUT = fileURLToPath(new URL('../durable-put-server.ts', import.meta.url))

/** The least that a durable PUT costs: each row in a commit of its own, or all that wait together. */
export async function startDurablePut(commits: 'each' | 'together'): Promise<FileServer> {
  await using started = new AsyncDisposableStack()
  const folder = await createDataDir()
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [DURABLE_PUT, folder, commits], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.defer(() => stop(child))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const owned = started.move()
  return {
    name: `bare Fastify and one row, commits ${commits}`,
    url: line.toString().trim(),
    folder,
    pid: pidOf(child),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
