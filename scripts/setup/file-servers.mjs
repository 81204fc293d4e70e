import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.mjs'
import { say } from './run.mjs'

/** What the drive is measured beside, by the place of its program: Debian's package. */
const RCLONE = { '/usr/bin/rclone': 'rclone' }
const NGINX = { '/usr/sbin/nginx': 'nginx-light' }

/** Servers and programs of others that each measurement wants. */
const PROGRAMS = {
  drive: { ...RCLONE, ...NGINX },
  webdav: {
    ...RCLONE,
    ...NGINX,
    '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so': 'libnginx-mod-http-dav-ext',
    // Without the package `apache2`, which would start a service on this machine.
    '/usr/sbin/apache2': 'apache2-bin',
    '/usr/bin/nextcloudcmd': 'nextcloud-desktop-cmd',
  },
}

/**
 * Brings the file servers of others where it can; the measurement says which are not here.
 *
 * @param {string} measurement
 */
export async function ensureFileServers(measurement) {
  const wanted = Object.entries(PROGRAMS)
    .filter(([name]) => [name, 'all'].includes(measurement))
    .flatMap(([, programs]) => Object.entries(programs))
  const missing = wanted.filter(([program]) => !existsSync(program))
  const packages = [...new Set(missing.map(([, name]) => name))]
  if (await installDebianPackages(packages, 'what the drive is measured beside')) return
  say(`${packages.join(' and ')} cannot be installed here: their rows stay empty.`)
}
