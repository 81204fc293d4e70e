import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { DavServer } from './dav-server.ts'
import type { OurServer } from './start-servers.ts'

const run = promisify(execFile)

const OUTPUT_BYTES = 512 * 1024 * 1024

/** Copies a folder into a new one of a server. */
export async function copyByRclone(
  source: string,
  { address, login }: DavServer,
  folder: string,
): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    RCLONE_WEBDAV_URL: address,
    RCLONE_WEBDAV_VENDOR: 'other',
  }
  if (login) {
    const { stdout } = await run('rclone', ['obscure', login.password])
    Object.assign(env, { RCLONE_WEBDAV_USER: login.userName, RCLONE_WEBDAV_PASS: stdout.trim() })
  }
  const args = ['copy', source, `:webdav:${folder}`, '--config', '/dev/null']
  await run('rclone', args, { env, maxBuffer: OUTPUT_BYTES })
}

/** The first sync of a folder with all files of a person. */
export async function syncByNextcloud(
  folder: string,
  { url, login: { userName, password } }: OurServer,
): Promise<void> {
  const exclude = `${folder} exclude`
  await writeFile(exclude, '*.nothing\n')
  const login = ['-u', userName, '-p', password]
  const args = ['--non-interactive', '--silent', '--exclude', exclude, ...login, folder, url]
  const env = { ...process.env, HOME: `${folder} home`, QT_QPA_PLATFORM: 'offscreen' }
  await run('nextcloudcmd', args, { env, maxBuffer: OUTPUT_BYTES })
}
