import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { pidOf, stop } from '../server.ts'

/** A server of others over a folder on the same disk as ours, without anything to sign in to. */
export interface FileServer extends AsyncDisposable {
  /** With its version. */
  name: string
  url: string
  /** Where its files are. */
  folder: string
  pid: number
}

export function versionOf(program: string, args: string[], pattern: RegExp): string | undefined {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: withSystemPrograms })
  return pattern.exec(`${stdout}${stderr}`)?.[1]
}

/** Where servers lie on Debian is not on everybody's path. */
const withSystemPrograms = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

export async function startProgram(
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
    pid: pidOf(child),
    async [Symbol.asyncDispose]() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
