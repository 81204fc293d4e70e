import { spawn, spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPeer } from '../account-servers/peer-process.ts'
import { installPeers } from '../client/peers.ts'
import { createDataDir, freePort, stop } from '../server.ts'

/** A server of others over a folder on the same disk as ours, without anything to sign in to. */
export interface FileServer extends AsyncDisposable {
  /** With its version. */
  name: string
  url: string
  /** Where its files lie. */
  folder: string
}

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
  const { firstLine: url } = started.use(await startPeer('nephele-server.js', folder))
  const owned = started.move()
  return {
    name: `nephele ${versions.nephele}`,
    url,
    folder,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function versionOf(program: string, args: string[], pattern: RegExp): string | undefined {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: withSystemPrograms })
  return pattern.exec(`${stdout}${stderr}`)?.[1]
}

/** Where servers lie on Debian is not on everybody's path. */
const withSystemPrograms = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

async function startProgram(
  program: string,
  args: string[],
  { name, address, folder }: { name: string; address: string; folder: string },
): Promise<FileServer> {
  const child = spawn(program, args, {
    env: withSystemPrograms,
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const url = `http://${address}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    if (await fetch(url).catch(() => undefined)) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    name,
    url,
    folder,
    async [Symbol.asyncDispose]() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
