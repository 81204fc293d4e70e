import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.mjs'
import { say } from './run.mjs'

/** What the drive is measured beside, by the place of its program. */
const PROGRAMS = { '/usr/bin/rclone': 'rclone', '/usr/sbin/nginx': 'nginx-light' }

/** Brings the file servers of others where it can; the measurement says which are not here. */
export async function ensureFileServers() {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !existsSync(program))
  const packages = missing.map(([, name]) => name)
  if (await installDebianPackages(packages, 'what the drive is measured beside')) return
  say(`${packages.join(' and ')} cannot be installed here: their rows stay empty.`)
}
