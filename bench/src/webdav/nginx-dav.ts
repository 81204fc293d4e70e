import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileServer, startProgram, versionOf } from '../drive/start-program.ts'
import { createDataDir, freePort } from '../server.ts'

const LISTING = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so'

/** nginx with its own module for writing and the one for PROPFIND. Undefined where the machine has neither. */
export async function startNginxDav(): Promise<FileServer | undefined> {
  const version = versionOf('nginx', ['-v'], /nginx\/(\S+)/)
  if (version === undefined || !existsSync(LISTING)) return undefined
  const folder = await createDataDir()
  const address = `127.0.0.1:${await freePort()}`
  const files = join(folder, 'files')
  const config = join(folder, 'nginx.conf')
  await mkdir(files)
  // Its workers run as another user.
  await Promise.all([folder, files].map((each) => chmod(each, 0o777)))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  await writeFile(
    config,
    `daemon off; worker_processes auto; pid ${join(folder, 'pid')}; error_log stderr crit;
    ${process.getuid?.() === 0 ? 'user www-data;' : ''} load_module ${LISTING};
    events {}
    http {
      include /etc/nginx/mime.types;
      access_log off; sendfile on; client_max_body_size 0; ${temporary.join(' ')}
      # The usual 1,000 would make the load measure new connections.
      keepalive_requests 1000000000;
      server {
        listen ${address}; root ${files};
        location / {
          dav_methods PUT DELETE MKCOL COPY MOVE;
          dav_ext_methods PROPFIND OPTIONS;
          create_full_put_path on;
        }
      }
    }`,
  )
  const server = { name: `nginx ${version}, dav_ext`, address, folder }
  return { ...(await startProgram('nginx', ['-c', config], server)), folder: files }
}
