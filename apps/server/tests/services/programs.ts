import { execFile } from 'node:child_process'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { ensurePrograms } from './debian-packages.ts'
import { ceph } from './s3-packages.ts'

const run = promisify(execFile)

/** Programs of others that read what we write, or write what we read: downloads that are gone on with, archives, videos; that speak WebDAV, and that sync; that stand in front of the server. */
const readers = [
  { programs: ['curl'], packages: ['curl'] },
  { programs: ['unzip', 'zipinfo'], packages: ['unzip'] },
  { programs: ['python3'], packages: ['python3'] },
  { programs: ['litmus'], packages: ['litmus'] },
  { programs: ['cadaver'], packages: ['cadaver'] },
  { programs: ['davix-put', 'davix-ls'], packages: ['davix'] },
  { programs: ['rclone'], packages: ['rclone'] },
  { programs: ['nextcloudcmd'], packages: ['nextcloud-desktop-cmd'] },
  { programs: ['owncloudcmd'], packages: ['owncloud-client-cmd'] },
  {
    // Many machines have the command and not the part that speaks WebDAV.
    programs: ['gio', 'dbus-run-session', '/usr/lib/gvfs/gvfsd-dav'],
    packages: ['gvfs-backends', 'libglib2.0-bin', 'dbus-daemon'],
  },
  { programs: ['nginx', 'openssl'], packages: ['nginx-light', 'openssl'] },
  { programs: ['haproxy'], packages: ['haproxy'] },
]

/** In containers a file system can often not be mounted. */
const mounting = { programs: ['mount.davfs'], packages: ['davfs2'] }

/** Without one of these the server has no pictures of one kind, and the tests of that are left out. */
const pictures = [
  { of: 'videos', variable: 'AWAN_TEST_FFMPEG', programs: ['ffmpeg'], packages: ['ffmpeg'] },
  {
    of: 'HEIC photos',
    variable: 'AWAN_TEST_HEIC',
    programs: ['heif-enc'],
    packages: ['libheif-examples'],
  },
  {
    of: 'PDFs',
    variable: 'AWAN_TEST_PDF',
    programs: ['pdftoppm'],
    packages: ['poppler-utils'],
  },
]

export async function setup(): Promise<void> {
  // The object storage is another part's matter, and installed here because one installation is faster than two.
  const storage = process.env.AWAN_TEST_S3_URL === undefined ? [ceph] : []
  const [noMount, ...reasons] = await ensurePrograms(
    [mounting, ...pictures, ...readers, ...storage],
    say,
  )
  for (const { of, variable, programs } of pictures) {
    const reason = reasons.shift()
    if (reason === undefined) process.env[variable] = 'yes'
    else say(`WITHOUT ${programs.join()}: the tests of pictures of ${of} are LEFT OUT. ${reason}.`)
  }
  for (const [index, { packages }] of readers.entries()) {
    const reason = reasons[index]
    if (reason !== undefined) say(`tests that need ${packages.join()} will fail: ${reason}`)
  }
  const obstacle = noMount ?? (await findMountObstacle())
  if (obstacle === undefined) process.env.AWAN_TEST_MOUNT = 'yes'
  else say(`WITHOUT mounts: the tests of davfs2 are LEFT OUT. ${obstacle}.`)
}

/** Undefined where this process may mount what a program serves. */
async function findMountObstacle(): Promise<string | undefined> {
  try {
    await (await open('/dev/fuse', 'r+')).close()
    // In a name space of its own, so that nothing stays behind.
    await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'])
    return undefined
  } catch (error) {
    return `this machine cannot mount: ${error instanceof Error ? error.message.trim() : error}`
  }
}

function say(line: string): void {
  process.stderr.write(`[test programs] ${line}\n`)
}
