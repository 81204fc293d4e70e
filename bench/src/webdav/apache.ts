import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileServer, startProgram, versionOf } from '../drive/start-program.ts'
import { createDataDir, freePort } from '../server.ts'

const MODULES = '/usr/lib/apache2/modules'

/** mod_dav as Debian sets Apache up (mpm_event), but for one limit. Undefined where the machine has none. */
export async function startApache(): Promise<FileServer | undefined> {
  const version = versionOf('apache2', ['-v'], /Apache\/(\S+)/)
  if (version === undefined) return undefined
  const folder = await createDataDir()
  const address = `127.0.0.1:${await freePort()}`
  const files = join(folder, 'files')
  const config = join(folder, 'apache2.conf')
  await mkdir(files)
  // Its workers run as another user.
  await Promise.all([folder, files].map((each) => chmod(each, 0o777)))
  const modules = ['mpm_event', 'authz_core', 'mime', 'dav', 'dav_fs'].map(
    (name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`,
  )
  await writeFile(
    config,
    `${modules.join('\n')}
    ServerName 127.0.0.1
    Listen ${address}
    PidFile ${folder}/pid
    DefaultRuntimeDir ${folder}
    ErrorLog /dev/null
    User www-data
    Group www-data
    TypesConfig /etc/mime.types
    StartServers 2
    MinSpareThreads 25
    MaxSpareThreads 75
    ThreadsPerChild 25
    MaxRequestWorkers 150
    KeepAlive On
    # Debian closes a connection after 100 requests; the load would measure new connections.
    MaxKeepAliveRequests 0
    DocumentRoot ${files}
    DavLockDB ${folder}/locks
    <Directory />
      AllowOverride None
    </Directory>
    <Directory ${files}>
      Dav On
      Require all granted
    </Directory>
    `,
  )
  const server = { name: `apache ${version}`, address, folder }
  const started = await startProgram('apache2', ['-f', config, '-D', 'FOREGROUND'], server)
  return { ...started, folder: files }
}
